-- Every row of the inbox has room for its next version on its own page: one batch may change them
-- all. For pages that are filled from now on.
ALTER TABLE inbox SET (fillfactor = 50);
