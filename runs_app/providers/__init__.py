"""Access paths to models: one adapter per dialect behind `base.Adapter`."""
