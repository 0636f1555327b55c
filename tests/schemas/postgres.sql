-- The steps of the PostgreSQL schema as they were released: tests/server/upgrades.py makes databases of every version with
-- them. A step that was released never changes.

-- version 1
CREATE TABLE people(id text COLLATE "C" PRIMARY KEY, name text NOT NULL, login text COLLATE "C" UNIQUE,
    password text);
CREATE TABLE sessions(hash bytea PRIMARY KEY, person_id text COLLATE "C" NOT NULL REFERENCES people(id));
CREATE INDEX sessions_of_person ON sessions(person_id);
CREATE TABLE tables(id text COLLATE "C" PRIMARY KEY, key bigint NOT NULL GENERATED ALWAYS AS IDENTITY, invite
    bytea UNIQUE, code bytea UNIQUE, closed_ms bigint);
CREATE INDEX tables_open ON tables(key) WHERE closed_ms IS NULL;
CREATE TABLE entries(table_id text COLLATE "C" NOT NULL, number bigint NOT NULL, at_ms bigint NOT NULL,
    used_ms bigint NOT NULL, kind integer NOT NULL, seat integer NOT NULL, text text, cid text, PRIMARY
    KEY(table_id, number));
CREATE TABLE records(table_id text COLLATE "C" PRIMARY KEY REFERENCES tables(id), key bigint NOT NULL
    GENERATED ALWAYS AS IDENTITY, game text COLLATE "C" NOT NULL, ended_ms bigint NOT NULL, seats integer NOT
    NULL, moves integer NOT NULL, record text);
CREATE INDEX records_latest ON records(ended_ms);
CREATE INDEX records_of_game ON records(game, ended_ms);
CREATE TABLE record_seats(table_id text COLLATE "C" NOT NULL REFERENCES records(table_id), seat integer NOT
    NULL, person text COLLATE "C", name text NOT NULL, level text COLLATE "C" NOT NULL, score integer NOT
    NULL, won double precision NOT NULL, ended_ms bigint NOT NULL, PRIMARY KEY(table_id, seat));
CREATE INDEX records_of_person ON record_seats(person, ended_ms) WHERE person IS NOT NULL;

-- version 2
ALTER TABLE sessions ADD COLUMN used_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN seen_ms bigint NOT NULL DEFAULT 0, ADD COLUMN recovery bytea, ADD COLUMN key
    bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE tables ADD COLUMN host text COLLATE "C";
ALTER TABLE records ADD COLUMN shared boolean NOT NULL DEFAULT false;
UPDATE sessions SET used_ms = extract(epoch FROM now())::bigint * 1000;
UPDATE people SET seen_ms = extract(epoch FROM now())::bigint * 1000;
CREATE TABLE table_people(person text COLLATE "C" NOT NULL, table_id text COLLATE "C" NOT NULL, number bigint
    NOT NULL, PRIMARY KEY(person, table_id, number));
UPDATE tables SET host = text::jsonb #>> '{host,id}' FROM entries WHERE table_id = id AND number = 0 AND text
    LIKE '{%}';
INSERT INTO table_people SELECT host, id, 0 FROM tables WHERE host IN (SELECT id FROM people);
INSERT INTO table_people SELECT text::jsonb ->> 'person', table_id, number FROM entries WHERE kind = 1 AND
    text LIKE '{%}' AND text::jsonb ->> 'person' IN (SELECT id FROM people);
UPDATE records r SET shared = true FROM entries e WHERE e.table_id = r.table_id AND number = 0 AND text LIKE
    '{%}' AND text::jsonb ->> 'public' = 'true';
CREATE INDEX sessions_used ON sessions(used_ms);
CREATE INDEX records_shared ON records(ended_ms) WHERE shared;
CREATE INDEX records_shared_of_game ON records(game, ended_ms) WHERE shared;

-- version 3
CREATE TABLE servers(id text COLLATE "C" PRIMARY KEY, seen_ms bigint NOT NULL);
CREATE TABLE leases(table_id text COLLATE "C" PRIMARY KEY, server text COLLATE "C" NOT NULL, taken_ms bigint
    NOT NULL);

-- version 4
ALTER TABLE people ADD COLUMN listed boolean NOT NULL DEFAULT false;
ALTER TABLE records ADD COLUMN rated boolean NOT NULL DEFAULT false;
ALTER TABLE record_seats ADD COLUMN part text COLLATE "C" NOT NULL DEFAULT '';
UPDATE records r SET rated = true WHERE record LIKE '{%}' AND NOT record::jsonb ? 'origin' AND (SELECT
    sum(won) FROM record_seats s WHERE s.table_id = r.table_id) BETWEEN 0.99 AND 1.01;
CREATE INDEX people_listed ON people(id) WHERE listed;

-- version 5
ALTER TABLE records ADD COLUMN continued boolean NOT NULL DEFAULT false;
UPDATE records SET continued = true WHERE record LIKE '{%}' AND record::jsonb ? 'origin';

-- version 6
ALTER TABLE people ADD COLUMN face integer NOT NULL DEFAULT 0;

-- version 7
ALTER TABLE people ADD COLUMN page text COLLATE "C";
CREATE UNIQUE INDEX people_page ON people(page) WHERE page IS NOT NULL;

-- version 8
CREATE TABLE notes(id text COLLATE "C" PRIMARY KEY, text text NOT NULL);

-- version 9
CREATE TABLE relations(person text COLLATE "C" REFERENCES people(id) ON DELETE CASCADE,
  other text COLLATE "C" REFERENCES people(id) ON DELETE CASCADE, kind text COLLATE "C",
  at_ms bigint NOT NULL, table_id text NOT NULL, PRIMARY KEY(person, other, kind));
CREATE INDEX relations_to ON relations(other, kind, at_ms);

-- version 10
CREATE TABLE reports(number bigint PRIMARY KEY,
  person text COLLATE "C" REFERENCES people(id) ON DELETE SET NULL,
  other text COLLATE "C" NOT NULL REFERENCES people(id) ON DELETE CASCADE,
  at_ms bigint NOT NULL, text text NOT NULL, closed_ms bigint);
CREATE INDEX reports_by ON reports(person, at_ms);
CREATE INDEX reports_of ON reports(other);
CREATE INDEX reports_open ON reports(at_ms) WHERE closed_ms IS NULL;
