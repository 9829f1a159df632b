// LexAssay – nur Zugaben. Ohne dieses Skript bleibt jede Seite lesbar und bedienbar:
// Filter und Sortierung sind gewöhnliche GET-Anfragen an den Server.
(function () {
  "use strict";

  // Darstellung: System, hell, dunkel ------------------------------------------
  var knopf = document.querySelector(".schema-knopf");
  if (knopf) {
    var wurzel = document.documentElement;
    var folge = ["System", "hell", "dunkel"];
    var zeige = function () {
      knopf.querySelector(".schema-knopf__wert").textContent = wurzel.dataset.schema || "System";
    };
    knopf.hidden = false;
    zeige();
    knopf.addEventListener("click", function () {
      var neu = folge[(folge.indexOf(wurzel.dataset.schema || "System") + 1) % folge.length];
      if (neu === "System") delete wurzel.dataset.schema; else wurzel.dataset.schema = neu;
      try {
        if (neu === "System") localStorage.removeItem("lexassay-schema");
        else localStorage.setItem("lexassay-schema", neu);
      } catch (e) { /* gilt dann nur für diese Seite */ }
      zeige();
    });
  }

  // Matrix: ein Tabulator-Halt, Pfeiltasten von Zelle zu Zelle --------------------
  var matrix = document.querySelector(".matrix tbody");
  if (matrix) {
    var raster = Array.from(matrix.rows).map(function (r) { return Array.from(r.querySelectorAll("td a")); });
    raster.forEach(function (r, i) { r.forEach(function (a, j) { a.tabIndex = i || j ? -1 : 0; }); });
    matrix.addEventListener("keydown", function (e) {
      var schritt = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[e.key];
      if (!schritt) return;
      raster.some(function (r, i) {
        var j = r.indexOf(e.target);
        if (j < 0) return false;
        var ziel = raster[i + schritt[0]] && raster[i + schritt[0]][j + schritt[1]];
        if (ziel) { e.preventDefault(); e.target.tabIndex = -1; ziel.tabIndex = 0; ziel.focus(); }
        return true;
      });
    });
  }

  // Prüfsumme kopieren ---------------------------------------------------------------
  if (navigator.clipboard) {
    document.querySelectorAll(".kopieren").forEach(function (k) {
      k.hidden = false;
      k.addEventListener("click", function () {
        navigator.clipboard.writeText(k.dataset.wert).then(function () {
          k.textContent = "Kopiert";
          setTimeout(function () { k.textContent = "Kopieren"; }, 2000);
        });
      });
    });
  }

  // Inhaltsverzeichnis: aktuellen Abschnitt markieren -----------------------------------
  var verzeichnis = document.querySelector(".inhaltsliste");
  if (verzeichnis && "IntersectionObserver" in window) {
    var verweise = {};
    verzeichnis.querySelectorAll("a").forEach(function (a) { verweise[a.hash.slice(1)] = a; });
    var waechter = new IntersectionObserver(function (liste) {
      liste.forEach(function (e) {
        if (!e.isIntersecting) return;
        Object.values(verweise).forEach(function (a) { a.removeAttribute("aria-current"); });
        verweise[e.target.id].setAttribute("aria-current", "true");
      });
    }, { rootMargin: "-10% 0px -75% 0px" });
    Object.keys(verweise).forEach(function (id) {
      var s = document.getElementById(id);
      if (s) waechter.observe(s);
    });
  }
})();
