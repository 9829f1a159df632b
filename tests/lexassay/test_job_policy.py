"""Which jobs a worker may run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexassay.job_policy import printable, refusal_of_payload


@pytest.mark.parametrize(
    "function",
    [
        "runs_app.jobs.work",
        "citations_app.jobs.check_zitat",
        "lexassay.builds.jobs.build",
        "lexassay.contact.jobs.delete_personal_data",
        "lexassay.pipeline.advance",
    ],
)
def test_a_function_of_a_jobs_module_runs(function):
    assert refusal_of_payload([function, None, [1, "runs"], {"lauf_id": 2}]) == ""


@pytest.mark.parametrize(
    "function",
    [
        "os.system",
        "subprocess.run",
        "builtins.eval",
        "runs_app.services.start_lauf",
        "runs_app.jobs",
        "runs_app.jobs.os.system",
        "runs_app.jobs._private",
        "evil.jobs.run",
        "lexassay.settings.jobs.x.y",
        "xruns_app.jobs.work",
        "runs_app.jobs.work\n",
        "",
        None,
        7,
        ["runs_app.jobs.work"],
    ],
)
def test_any_other_function_is_refused(function):
    assert refusal_of_payload([function, None, [], {}]).startswith("function not allowed")


@pytest.mark.parametrize("argument", [1.5, None, True, [1], {"a": 1}, "x" * 201])
def test_only_ids_are_passed(argument):
    assert "argument" in refusal_of_payload(["runs_app.jobs.work", None, [argument], {}])
    assert "argument" in refusal_of_payload(["runs_app.jobs.work", None, [], {"x": argument}])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=10,
    )
)
def test_no_payload_of_chance_is_accepted_or_breaks_the_check(payload):
    assert refusal_of_payload(payload) != ""


@given(st.text())
def test_a_reason_is_always_one_line(text):
    assert len(printable(text).splitlines()) <= 1
