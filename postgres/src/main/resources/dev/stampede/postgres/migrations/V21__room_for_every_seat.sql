-- A page of free seats has room for all of them as held ones, however many are claimed before their
-- old versions can go: a free row takes 52 bytes of a page and a held one about 90. With half of the
-- page empty, one update in four found no room and had to write the key's index too. Shows that are
-- there already keep their pages.
ALTER TABLE seat SET (fillfactor = 34);
