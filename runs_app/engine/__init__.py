"""The engine: many calls at once, each saved as it ends. It knows leases and lanes, and no Run.

Read `protocol` first (what a user of the engine must offer), then `loop`.
"""
