//! What each construct becomes.
