ALTER TABLE seat ADD COLUMN of_a_test integer;
