-- The steps of the SQLite schema as they were released: tests/server/upgrades.py makes databases of every version with
-- them. A step that was released never changes.

-- version 1
CREATE TABLE people(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, login TEXT UNIQUE,
    password TEXT) STRICT;
CREATE TABLE sessions(hash BLOB NOT NULL PRIMARY KEY, person_key INTEGER NOT NULL REFERENCES people(key))
    STRICT, WITHOUT ROWID;
CREATE TABLE tables(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, invite BLOB UNIQUE, code BLOB UNIQUE,
    closed_ms INTEGER) STRICT;
CREATE INDEX tables_open ON tables(closed_ms) WHERE closed_ms IS NULL;
CREATE TABLE entries(table_key INTEGER NOT NULL, number INTEGER NOT NULL, at_ms INTEGER NOT NULL, used_ms
    INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT, cid TEXT, PRIMARY
    KEY(table_key, number)) STRICT, WITHOUT ROWID;
CREATE TABLE records(key INTEGER PRIMARY KEY, table_key INTEGER NOT NULL UNIQUE REFERENCES tables(key), game
    TEXT NOT NULL, ended_ms INTEGER NOT NULL, seats INTEGER NOT NULL, moves INTEGER NOT NULL, record TEXT)
    STRICT;
CREATE INDEX records_latest ON records(ended_ms);
CREATE INDEX records_of_game ON records(game, ended_ms);
CREATE TABLE record_seats(record_key INTEGER NOT NULL REFERENCES records(key), seat INTEGER NOT NULL, person
    TEXT, name TEXT NOT NULL, level TEXT NOT NULL, score INTEGER NOT NULL, won REAL NOT NULL, ended_ms INTEGER
    NOT NULL, PRIMARY KEY(record_key, seat)) STRICT, WITHOUT ROWID;
CREATE INDEX records_of_person ON record_seats(person, ended_ms) WHERE person IS NOT NULL;

-- version 2
CREATE INDEX IF NOT EXISTS sessions_of_person ON sessions(person_key);

-- version 3
ALTER TABLE sessions ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN recovery BLOB;
ALTER TABLE tables ADD COLUMN host TEXT;
ALTER TABLE records ADD COLUMN shared INTEGER;
UPDATE sessions SET used_ms = unixepoch() * 1000;
UPDATE people SET seen_ms = unixepoch() * 1000;
CREATE TABLE table_people(person TEXT NOT NULL, table_key INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY
    KEY(person, table_key, number)) STRICT, WITHOUT ROWID;
UPDATE tables SET host = (SELECT json_extract(text, '$.host.id') FROM entries WHERE table_key = tables.key AND
    number = 0 AND json_valid(text));
INSERT INTO table_people SELECT host, key, 0 FROM tables WHERE host IN (SELECT id FROM people);
INSERT INTO table_people SELECT json_extract(text, '$.person'), table_key, number FROM entries WHERE kind = 1
    AND json_valid(text) AND json_extract(text, '$.person') IN (SELECT id FROM people);
UPDATE records SET shared = key WHERE (SELECT json_extract(text, '$.public') FROM entries WHERE table_key =
    records.table_key AND number = 0 AND json_valid(text));
CREATE INDEX sessions_used ON sessions(used_ms);
CREATE UNIQUE INDEX records_shared ON records(shared) WHERE shared IS NOT NULL;
CREATE INDEX records_shared_latest ON records(ended_ms) WHERE shared IS NOT NULL;
CREATE INDEX records_shared_of_game ON records(game, ended_ms) WHERE shared IS NOT NULL;

-- version 4
ALTER TABLE people ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE record_seats ADD COLUMN part TEXT NOT NULL DEFAULT '';
UPDATE records SET rated = 1 WHERE json_valid(record) AND json_extract(record, '$.origin') IS NULL AND (SELECT
    sum(won) FROM record_seats WHERE record_key = key) BETWEEN 0.99 AND 1.01;
CREATE INDEX people_listed ON people(id) WHERE listed;

-- version 5
ALTER TABLE records ADD COLUMN continued INTEGER NOT NULL DEFAULT 0;
UPDATE records SET continued = 1 WHERE json_valid(record) AND json_extract(record, '$.origin') IS NOT NULL;

-- version 6
CREATE TABLE people_changes(key INTEGER PRIMARY KEY, person TEXT NOT NULL) STRICT;

-- version 7
ALTER TABLE people ADD COLUMN face INTEGER NOT NULL DEFAULT 0;

-- version 8
ALTER TABLE people ADD COLUMN page TEXT;
CREATE UNIQUE INDEX people_page ON people(page) WHERE page IS NOT NULL;

-- version 9
CREATE TABLE notes(id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- version 10
CREATE TABLE relations(person TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE,
  other TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE, kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL, table_id TEXT NOT NULL,
  PRIMARY KEY(person, other, kind)) STRICT, WITHOUT ROWID;
CREATE INDEX relations_to ON relations(other, kind, at_ms);

-- version 11
CREATE TABLE reports(number INTEGER PRIMARY KEY,
  person TEXT REFERENCES people(id) ON DELETE SET NULL,
  other TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL, text TEXT NOT NULL, closed_ms INTEGER) STRICT;
CREATE INDEX reports_by ON reports(person, at_ms);
CREATE INDEX reports_of ON reports(other);
CREATE INDEX reports_open ON reports(at_ms) WHERE closed_ms IS NULL;
