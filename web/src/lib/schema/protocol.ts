/* The protocol, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type Level = 'auto' | 'random' | 'easy' | 'child' | 'beginner' | 'casual' | 'regular' | 'skilled' | 'strong' | 'expert';
export type Phrase = 'hello' | 'good_luck' | 'well_played' | 'thanks' | 'no_hurry' | 'your_turn' | 'moment' | 'oops' | 'sorry' | 'wow' | 'again' | 'bye' | 'laugh' | 'cheer' | 'surprise' | 'sad' | 'think' | 'roar';
export type ReportReason = 'insults' | 'offensive' | 'absent' | 'cheating' | 'other';
export type ErrorCode = 'bad_json' | 'bad_request' | 'unknown_command' | 'unknown_game' | 'bad_option' | 'bad_position' | 'no_match' | 'not_your_turn' | 'bad_move' | 'illegal_move' | 'over' | 'bad_components' | 'bad_record' | 'who' | 'no_table' | 'forbidden' | 'taken' | 'limit' | 'unavailable';

export type Requests = {
  hello: { id?: unknown; cmd: 'hello'; name?: string; secret?: string; program?: boolean };
  rename: { id?: unknown; cmd: 'rename'; name: string };
  face: { id?: unknown; cmd: 'face'; face: number };
  page: { id?: unknown; cmd: 'page'; name?: string; on: boolean };
  profile: { id?: unknown; cmd: 'profile'; name: string };
  account: { id?: unknown; cmd: 'account'; login: string; password: string };
  login: { id?: unknown; cmd: 'login'; login: string; password: string };
  password: { id?: unknown; cmd: 'password'; password: string; new: string };
  recovery: { id?: unknown; cmd: 'recovery'; password: string };
  recover: { id?: unknown; cmd: 'recover'; login: string; new: string; recovery: string };
  delete: { id?: unknown; cmd: 'delete'; password: string };
  logout: { id?: unknown; cmd: 'logout' };
  games: { id?: unknown; cmd: 'games' };
  components: { id?: unknown; cmd: 'components'; game: string };
  lesson: { id?: unknown; cmd: 'lesson'; game: string };
  tables: { id?: unknown; cmd: 'tables'; game?: string };
  create: {
    /** the game's `id` */
    game: string;
    /** for how many players */
    seats: number;
    /** of the game, as for the referee */
    options?: Record<string, unknown>;
    /** everyone may watch and sit down; false by default */
    public?: boolean;
    /** a computer player may take the seat of a person who leaves or is away during the match, or whose time is up in a match over days; without it, that person loses; true by default */
    takeover?: boolean;
    /** `suggest` is allowed; true by default */
    hints?: boolean;
    /** `chat` is allowed; true by default */
    chat?: boolean;
    /** the end of the match shows the complete position; true by default */
    open_hands_after?: boolean;
    /** [programs](bots.md#at-the-tables-of-a-server) may sit down, as people do; false by default */
    programs?: boolean;
    /** the match starts when every seat is taken; false by default */
    autostart?: boolean;
    /** `{"kind":"move","seconds":60}` for each move; `{"kind":"game","seconds":600}` for the whole match; `{"kind":"days","seconds":259200}` for each move of a match over days; `{"kind":"none"}` by default */
    clock?: { kind: 'none' | 'move' | 'game' | 'days'; seconds?: number };
    /** of computer players: `calm`, slower, for beginners; `fast`, at once; `human` by default */
    pace?: 'human' | 'calm' | 'fast';
    /** where the match starts, if not from the deal */
    origin?: { record: string | null | Record<string, unknown>; move: number } | { lesson: string | null | Record<string, unknown>; scene: number } | { puzzle: string | null | Record<string, unknown>; number: number };
    /** a level or null for each seat */
    bots?: (Level | null)[];
    /** the creator's seat; null: none; 0 by default */
    sit?: number | null;
    id?: unknown;
    cmd: 'create';
  };
  invite: { id?: unknown; cmd: 'invite'; table: Id };
  watch: { id?: unknown; cmd: 'watch'; table?: Id; invite?: string; code?: string; since?: number; views?: boolean; spectator?: boolean; named?: boolean };
  unwatch: { id?: unknown; cmd: 'unwatch'; table: Id };
  log: { id?: unknown; cmd: 'log'; table: Id; before?: number };
  sit: { id?: unknown; cmd: 'sit'; table: Id; seat?: number };
  stand: { id?: unknown; cmd: 'stand'; table: Id };
  bot: { id?: unknown; cmd: 'bot'; table: Id; level: Level | null; seat: number };
  remove: { id?: unknown; cmd: 'remove'; table: Id; seat: number };
  seats: { id?: unknown; cmd: 'seats'; table: Id; from: (number | null)[] };
  start: { id?: unknown; cmd: 'start'; table: Id };
  move: { id?: unknown; cmd: 'move'; table: Id; move: string; cid?: string };
  take_back: { id?: unknown; cmd: 'take_back'; table: Id; proposal?: number; agree?: boolean };
  vote: { id?: unknown; cmd: 'vote'; table: Id; seat?: number; proposal?: number; agree?: boolean };
  admit: { id?: unknown; cmd: 'admit'; table: Id; person: Id };
  suggest: { id?: unknown; cmd: 'suggest'; table: Id; level?: Level };
  rematch: { id?: unknown; cmd: 'rematch'; table: Id };
  chat: { id?: unknown; cmd: 'chat'; table: Id; text?: string; phrase?: Phrase };
  mute: { id?: unknown; cmd: 'mute'; table: Id; person: Id; on: boolean };
  pages: { id?: unknown; cmd: 'pages'; table: Id };
  gesture: { id?: unknown; cmd: 'gesture'; table: Id; x: number; y: number; power: number };
  record: { id?: unknown; cmd: 'record'; table: Id };
  records: { id?: unknown; cmd: 'records'; game?: string; person?: Id; before?: number };
  share: { id?: unknown; cmd: 'share'; table: Id };
  stats: { id?: unknown; cmd: 'stats'; game: string };
  ratings: { id?: unknown; cmd: 'ratings'; game: string };
  leaderboard: { id?: unknown; cmd: 'leaderboard'; game: string };
  listing: { id?: unknown; cmd: 'listing'; on: boolean };
  calendar: { id?: unknown; cmd: 'calendar'; key?: string };
  turns: { id?: unknown; cmd: 'turns'; key: string; language?: string };
  push: { id?: unknown; cmd: 'push'; key?: string; language?: string; endpoint?: string; auth?: string };
  holiday: { id?: unknown; cmd: 'holiday'; days?: number };
  ping: { id?: unknown; cmd: 'ping' };
  info: { id?: unknown; cmd: 'info'; table?: Id; invite?: string; code?: string };
  follow: { id?: unknown; cmd: 'follow'; name?: string; person?: Id; on: boolean };
  block: { id?: unknown; cmd: 'block'; name?: string; person?: Id; on: boolean };
  friends: { id?: unknown; cmd: 'friends' };
  invite_friend: { id?: unknown; cmd: 'invite_friend'; table: Id; person: Id };
  decline: { id?: unknown; cmd: 'decline'; person: Id };
  report: { id?: unknown; cmd: 'report'; table?: Id; name?: string; person?: Id; reason: ReportReason };
};

export type Request = Requests[keyof Requests];

export type Settings = {
  /** the game's `id` */
  game: string;
  /** for how many players */
  seats: number;
  /** of the game, as for the referee */
  options: Record<string, unknown>;
  /** everyone may watch and sit down; false by default */
  public: boolean;
  /** a computer player may take the seat of a person who leaves or is away during the match, or whose time is up in a match over days; without it, that person loses; true by default */
  takeover: boolean;
  /** `suggest` is allowed; true by default */
  hints: boolean;
  /** `chat` is allowed; true by default */
  chat: boolean;
  /** the end of the match shows the complete position; true by default */
  open_hands_after: boolean;
  /** [programs](bots.md#at-the-tables-of-a-server) may sit down, as people do; false by default */
  programs: boolean;
  /** the match starts when every seat is taken; false by default */
  autostart: boolean;
  /** `{"kind":"move","seconds":60}` for each move; `{"kind":"game","seconds":600}` for the whole match; `{"kind":"days","seconds":259200}` for each move of a match over days; `{"kind":"none"}` by default */
  clock: { kind: 'none' | 'move' | 'game' | 'days'; seconds?: number };
  /** of computer players: `calm`, slower, for beginners; `fast`, at once; `human` by default */
  pace: 'human' | 'calm' | 'fast';
  /** where the match starts, if not from the deal */
  origin?: { record: string | null; move: number } | { lesson: string | null; scene: number } | { puzzle: string | null; number: number };
};

/** of a table or a person: 12 letters and digits */
export type Id = string;

/** A text in both languages. */
export type Both = { en: string; fr: string };

export type Trouble = {
  code: ErrorCode;
  /** the number of the rule that forbids it */
  rule: string | null;
  text: Both;
};

export type Refusal = { id: unknown; ok: false; error: Trouble };

export type Person = {
  id: Id;
  name: string;
  /** of the account */
  login: string | null;
  face?: FaceNumber;
  /** the address of the public page */
  page?: string;
};

/** what it looks like is up to the client, which chooses one by the name for people who have chosen none */
export type FaceNumber = number;

/** A person at a table. Someone whose account was deleted has the name "" and no `person`. */
export type Someone = { person?: Id; face?: FaceNumber; name: string };

/** An option of a game, chosen by the host. */
export type Option = {
  default: unknown;
  values: unknown[];
  /** the numbers of seats at which it matters; without it, all */
  seats?: number[];
  /** Another option → a value of this one → the values of the other that go with it. */
  allows?: Record<string, Record<string, unknown[]>>;
};

/** What a client has to know of a game to show it. */
export type Facts = {
  /** played without turns */
  real_time: boolean;
  /** the score that wins */
  best: 'highest' | 'lowest';
  /** the numbers of seats at which all win or lose together */
  together: number[];
  /** options that computer players require */
  computers_need: Options | null;
};

/** What the box of a printed game says. */
export type GameBox = {
  designers: string[];
  /** whose idea it is based on */
  idea: string[];
  illustrators: string[];
  publishers: string[];
  year: number;
  /** the youngest players */
  age: number;
  /** of a match, or of a round if a match may have any number of them */
  minutes: number;
  /** the keys above that are not from the printed rules */
  elsewhere: string[];
};

/** Options of a game by name. */
export type Options = Record<string, unknown>;

/** What is written on cards. */
export type CardTexts = Record<string, Both>;

export type Game = {
  id: string;
  seats: [number, number];
  options: Record<string, Option>;
  facts: Facts;
  box: GameBox | null;
  /** steps of the ladder for people that this game has, weakest first */
  levels: Level[];
};

/** Who has a seat: a person, or a computer player with its `level`. */
export type Seat = {
  person?: Id;
  face?: FaceNumber;
  name: string;
  level?: Level;
  /** the start of the match decided the level */
  auto?: true;
  /** whose seat a computer player has taken over during the match */
  replaces?: Someone;
};

/** A table as seen from outside. */
export type Info = Settings & {
  id: Id;
  host: Someone;
  /** ms since 1970 */
  created: number;
  state: 'waiting' | 'playing' | 'over' | 'closed';
  seat: (Seat | null)[];
  /** SHA-256 of the seed in hexadecimal; null for a match with an origin */
  seed_hash: string | null;
  /** null until the match is over */
  seed: string | null;
  /** the next table */
  rematch: Id | null;
  /** of a match over days that is closed: the seat that has lost, because its time was up */
  lost?: number;
  /** as things are, the match counts for ratings */
  rated: boolean;
  /** how many entries the table has: its version */
  v: number;
};

/** What a viewer may know of a match. Each game says what else is in it. */
export type View = { game: string; seats: number; phase: string; [more: string]: unknown };

/** What follows from a view and people like to see next to it. Each game says what is in it. */
export type Aids = {
  /** by seat, of a game in real time: what the others wait for from it */
  calls?: (string | null)[];
  [more: string]: unknown;
};

export type Result = {
  over: boolean;
  scores: number[];
  /** seats */
  winners: number[];
  [more: string]: unknown;
};

/** Something that happened in a move. Each game says which there are. */
export type Event = { type: string; seat?: number; [more: string]: unknown };

/** The clocks of the seats. In a match over days, that of somebody on holiday stands still. */
export type Clocks = {
  /** ms on the clock of each seat */
  left?: number[] | null;
  /** the seats whose clock is running */
  running?: number[];
  /** by seat, until when its person is on holiday, in ms since 1970, or 0; missing if nobody is */
  holidays?: number[];
};

/** How a match looks to a viewer. Most is missing or null before the start. */
export type Moment = {
  /** left out after a `watch` with `"views":false` */
  view?: View | null;
  aids?: Aids | null;
  phase?: string | null;
  /** the seats that may move */
  to_act?: number[] | null;
  /** those among them without whom the match cannot go on */
  awaited?: number[] | null;
  /** the moves of this seat */
  legal?: string[] | null;
  /** kinds of moves that are too many to list */
  open?: string[] | null;
  /** ms on the clock of each seat */
  left?: number[] | null;
  /** the seats whose clock is running */
  running?: number[];
  /** by seat, until when its person is on holiday, in ms since 1970, or 0; missing if nobody is */
  holidays?: number[];
  /** whether this seat can take back its latest move, and what it needs */
  may_take_back?: 'secret' | 'alone' | 'ask' | null;
  /** the seats of the people whom this seat can propose to remove; missing if there are none */
  may_vote?: number[];
  /** missing if there is none */
  vote?: Vote;
  /** to take back a move */
  proposal?: Proposal | null;
  /** null until the match is over */
  result?: Result | null;
  /** the complete position, once the match is over, if the settings say so */
  position?: View;
};

/** A seat would like to take back its latest move. */
export type Proposal = {
  /** the version of the table with which it was made */
  v: number;
  seat: number;
  /** the seats that have not agreed yet */
  asked: number[];
};

/** A seat would like to remove the person on another one. */
export type Vote = {
  /** the version of the table with which it was proposed */
  v: number;
  /** of the person */
  seat: number;
  /** the seat that proposes it */
  by: number;
  /** the seats that have not agreed yet */
  asked: number[];
};

/** An entry of a table, as a viewer may see it. */
export type LogLine = {
  v: number;
  kind: 'move' | 'sit' | 'stand' | 'bot' | 'seats' | 'host' | 'start' | 'close' | 'rematch' | 'hint' | 'take_back' | 'vote' | 'admit';
  /** null if it concerns no seat */
  seat: number | null;
  /** of a move; of `stand`, `host` or `vote` if the host or the others have removed the person; of `stand` and `close`, `clock` if the time of the seat was up in a match over days; of `vote`, `clock` if not everyone has answered in time */
  by?: 'person' | 'computer' | 'clock' | 'host' | 'vote';
  /** of a move */
  events?: Event[];
  /** of `take_back` and `vote`: the seat whose move it is about, or that of the person */
  of?: number;
  /** of `take_back` and `vote`: what became of the proposal */
  became?: 'asked' | 'agreed' | 'refused' | 'taken';
  /** of `sit`, `stand` and `bot`: who had the seat */
  before?: Seat | null;
  /** who has it now */
  after?: Seat | null;
};

/** An entry was added to the table. The answer to the request that added it also has `id` and `ok`. */
export type StepPush = Moment & LogLine & {
  id?: unknown;
  ok?: true;
  push: 'step';
  table: Id;
  /** of all kinds but moves, and of the step that ends the match */
  info?: Info;
  may_sit?: number[];
  /** comes with it */
  removed?: Someone[];
};

/** The whole table. */
export type TablePush = {
  push: 'table';
  table: Id;
  v: number;
  info: Info;
  /** the seat of this viewer */
  you: number | null;
  /** the seats that this viewer can take now */
  may_sit: number[];
  /** the people whom the host has removed, as far as this viewer may know; missing if there are none */
  removed?: Someone[];
  /** by seat */
  online: boolean[];
  spectators: number;
  /** those of them who are named; missing if there are none */
  named?: Someone[];
  /** left out after a `watch` with `"views":false` */
  view?: View | null;
  aids?: Aids | null;
  phase?: string | null;
  /** the seats that may move */
  to_act?: number[] | null;
  /** those among them without whom the match cannot go on */
  awaited?: number[] | null;
  /** the moves of this seat */
  legal?: string[] | null;
  /** kinds of moves that are too many to list */
  open?: string[] | null;
  /** ms on the clock of each seat */
  left?: number[] | null;
  running: number[];
  /** by seat, until when its person is on holiday, in ms since 1970, or 0; missing if nobody is */
  holidays?: number[];
  /** whether this seat can take back its latest move, and what it needs */
  may_take_back?: 'secret' | 'alone' | 'ask' | null;
  /** the seats of the people whom this seat can propose to remove; missing if there are none */
  may_vote?: number[];
  /** missing if there is none */
  vote?: Vote;
  /** to take back a move */
  proposal?: Proposal | null;
  /** null until the match is over */
  result?: Result | null;
  /** the complete position, once the match is over, if the settings say so */
  position?: View;
  /** the recent messages, except those of people in `muted` */
  chat: Said[];
  /** People whom this viewer has muted here. */
  muted: { person: Id; name: string }[];
};

/** Has a `text` in the words of the person, or a `phrase`, which each client says in the language of its reader. */
export type Said = {
  person: Id;
  name: string;
  /** of the seat, or of a person who watches, if they have chosen one */
  face?: number;
  seat: number | null;
  text?: string;
  phrase?: Phrase;
  /** ms since 1970 */
  at: number;
};

export type Pushes = {
  table: TablePush;
  step: StepPush;
  /** Who is connected, whenever that changes. */
  online: { push: 'online'; table: Id; online: boolean[]; spectators: number; named?: Someone[] };
  /** Somebody said something. */
  chat: {
    push: 'chat';
    table: Id;
    person: Id;
    name: string;
    /** of the seat, or of a person who watches, if they have chosen one */
    face?: number;
    seat: number | null;
    text?: string;
    phrase?: Phrase;
    /** ms since 1970 */
    at: number;
  };
  /** A player on the stage moved: where, and how strongly (`gesture`). */
  gesture: { push: 'gesture'; table: Id; seat: number; x: number; y: number; power: number };
  /** A friend invites this person to a table, or this person has declined: `friends` says where. */
  invited: { push: 'invited' };
  /** Somebody follows this person: `friends` says who. Not when it ends. */
  followed: { push: 'followed' };
  /** The clocks have changed without a step: in a match over days, a holiday has begun, ended, or become longer. */
  clocks: {
    push: 'clocks';
    table: Id;
    /** ms on the clock of each seat */
    left?: number[] | null;
    /** the seats whose clock is running */
    running?: number[];
    /** by seat, until when its person is on holiday, in ms since 1970, or 0; missing if nobody is */
    holidays?: number[];
  };
  /** The server is stopping; reconnect in a moment. */
  stop: { push: 'stop' };
  /** This secret was invalidated by another connection. */
  who: { push: 'who' };
};

export type Push = Pushes[keyof Pushes];

/** A finished match; the seed or position and the moves reproduce it. */
export type GameRecord = {
  /** the version of the format */
  ludosaure: number;
  game: string;
  seats: number;
  seed?: string;
  /** where a match without a seed began */
  position?: View;
  options: Options;
  /** a hash of the components */
  data: string;
  names: string[];
  moves: [number, string][];
  /** Moves that were taken back by a seat when there were `at` moves before them. */
  taken_back?: { seat: number; at: number; moves: [number, string][] }[];
  result: Result | null;
  table?: Id;
  seed_hash?: string;
  /** as in `create` */
  origin?: Options;
};

export type FinishedSeat = {
  person: Id | null;
  name: string;
  level: string | null;
  score: number;
  /** its share of the win */
  won: number;
};

/** A finished match in a list. */
export type Finished = {
  table: Id;
  game: string;
  /** ms since 1970 */
  ended: number;
  moves: number;
  host: Id | null;
  shared: boolean;
  rated: boolean;
  seats: FinishedSeat[];
};

export type StatisticsBySeats = {
  seats: number;
  games: number;
  mean_moves: number;
  /** in moves */
  shortest: number;
  longest: number;
  mean_score: number;
  mean_best_score: number;
  lowest_score: number;
  highest_score: number;
  /** of the wins */
  first_seat_share: number;
  seat_shares: number[];
};

export type StatisticsByLevel = {
  /** null: people */
  level: string | null;
  seats: number;
  won: number;
  mean_score: number;
};

export type StatisticsByPart = { part: string; seats: number; won: number };
export type Rating = { mean: number; deviation: number; matches: number; provisional: boolean };
export type LevelRating = { mean: number; deviation: number; matches: number; provisional: boolean; level: string };

export type LeaderboardLine = {
  mean: number;
  deviation: number;
  matches: number;
  provisional: boolean;
  level?: string;
  rank?: number;
  person?: Id;
  name?: string;
  face?: FaceNumber;
  /** the address of the public page */
  page?: string;
};

export type GameStrength = { game: string; rating: Rating; history: [number, number, number][] };

/** Somebody with an account in one’s list: a `friend` follows back, a `followed` one does not, a `follower` is not followed, a `blocked` one is. Of friends, whether they are `here`, now or in the last minutes, and the `table` where they are now, if it is public or one’s own. */
export type Acquaintance = { person: Id; name: string; face?: FaceNumber; page?: string; is: 'friend' | 'followed' | 'follower' | 'blocked'; here?: boolean; table?: Info };

/** A friend who sits at a table that waits, or hosts it. */
export type Invitation = { person: Id; name: string; face?: FaceNumber; page?: string; at: number; table: Info };

/** The reason for a hint. */
export type Why = {
  en: string;
  fr: string;
  /** the number of the rule that it is about */
  rule: string | null;
};

/** An entry was added to a table that this client no longer watches; `v` is the table’s version. */
export type Unwatched = { id: unknown; ok: true; table: Id; v: number };

/** The move was made before, at version `v`. */
export type Repeated = { id: unknown; ok: true; v: number; again: true };

export type Answers = {
  /** A new person gives a `name`, and gets a `secret`; with `program` it is one ([below](#people)). `tables`: ids of the tables where this person sits that are not over, and of some that ended recently */
  hello: { id: unknown; ok: true; person: Person; tables: Id[]; secret?: string };
  rename: { id: unknown; ok: true; person: Person };
  /** The face that others see, at tables from the next seat on which this person sits down; 0 for none */
  face: { id: unknown; ok: true; person: Person };
  /** With `on`, this person has a public page at the address `name`, or moves it there: 3 to 30 letters without accents, digits, and single hyphens between them. Without, there is none, and the address is free. `taken` if it is another person’s */
  page: { id: unknown; ok: true; person: Person };
  /** The public page at the address `name`: face, ratings as in `ratings` for each game, and the latest matches. All from matches whose records everyone may read. Who has no page, and an address that nobody has, get the same answer */
  profile: { id: unknown; ok: true; person: Id; name: string; page: string; face?: FaceNumber; games: GameStrength[]; records: Finished[] };
  /** Creates an account for this person. `recovery` is a code that replaces a lost password, five groups of five letters and digits; it is shown only now */
  account: { id: unknown; ok: true; person: Person; recovery: string };
  /** As `hello`, with a new `secret` for this device */
  login: { id: unknown; ok: true; person: Person; tables: Id[]; secret: string };
  /** `password` is the old one. A new `recovery`; all other secrets of this person and the old code become invalid */
  password: { id: unknown; ok: true; person: Person; recovery: string };
  /** A new code; the old one becomes invalid */
  recovery: { id: unknown; ok: true; person: Person; recovery: string };
  /** `recovery` is a code in any case, hyphens and blanks ignored. As `login`; all other secrets and the old code become invalid */
  recover: { id: unknown; ok: true; person: Person; tables: Id[]; secret: string; recovery: string };
  /** Deletes the person and the account. All their secrets become invalid, they leave their seats as by `stand`, the login is free, and records and tables have the name `""` and no `person` instead of them, which clients show as “someone” */
  delete: { id: unknown; ok: true };
  /** Invalidates the secret this connection said hello with */
  logout: { id: unknown; ok: true };
  /** As in the referee */
  games: { id: unknown; ok: true; games: Game[] };
  /** For clients that draw cards: the game’s file in `data/components`, and what is written on its cards, by card (`actions` of its file in `data/texts`); null if it has none */
  components: { id: unknown; ok: true; components: Options | null; texts: CardTexts | null };
  /** The game’s file in `data/lessons` ([content.md](content.md#lessons)); null if it has none */
  lesson: { id: unknown; ok: true; lesson: Options | null };
  /** In ms since 1970. `unavailable` while the server cannot reach its database. Of several servers, another one may: a client that hears this for a while should connect again */
  ping: { id: unknown; ok: true; now: number };
  /** Public tables that are waiting or playing, newest first, at most 200; each is an [`info`](#table) */
  tables: { id: unknown; ok: true; tables: Info[] };
  /** `options` and what follows are the settings below. This connection watches the table */
  create: { id: unknown; ok: true; table: Id; invite: string; code: string };
  /** New ones; the old ones become invalid */
  invite: { id: unknown; ok: true; invite: string; code: string };
  /** The table as seen from outside, for anyone who may watch it; `may_sit` as in the push `table` */
  info: { id: unknown; ok: true; info: Info; may_sit: number[] };
  /** Then a push `table`, or the steps after `since` (v) and a push `online`. `views` is true, `spectator` and `named` are false by default */
  watch: { id: unknown; ok: true; table: Id; v: number };
  unwatch: { id: unknown; ok: true };
  /** The last 64 [steps](#step) before `before` (v; 0: now), oldest first. Events are those that this viewer received or would have received */
  log: { id: unknown; ok: true; log: LogLine[] };
  /** Without `seat`, the first free one. Before the match, also to move to another free seat */
  sit: StepPush;
  /** During a match a computer player (`casual`, with a name of its own) takes over if `takeover`; otherwise the seat stays empty until someone sits down */
  stand: StepPush | Unwatched;
  /** Puts a computer player on a free seat or, with `"level":null`, removes it; during a match only on a seat whose person is away or has left, if `takeover` */
  bot: StepPush;
  /** Before the match: the person on this seat stands up, and may not sit down again at this table unless the host admits them */
  remove: StepPush;
  /** A person whom the host has removed may sit down again */
  admit: StepPush;
  /** Before the match. For each seat that the table is to have, `from` is the seat of its player until now, or null for a free one; everyone who sits keeps a seat */
  seats: StepPush;
  /** Every seat must be taken */
  start: StepPush;
  move: StepPush | Repeated;
  /** Takes back the latest move of this seat, or proposes that; with `proposal` (v), answers that of another seat, or withdraws one's own: `agree` is true by default */
  take_back: StepPush | Unwatched;
  /** Proposes to remove the person on `seat` during the match; with `proposal` (v), answers, or withdraws one's own: `agree` is true by default */
  vote: StepPush | Unwatched;
  /** Without `level`, the advice of the [teacher](players.md#the-teacher); with it, the move of that level. `move` is null if it is best to wait; `why` is null for `random` and for steps of the ladder that make mistakes. Only if the table allows hints. A match that was rated is [no longer](statistics.md#which-matches-count): everyone at the table first receives a step `hint` */
  suggest: { id: unknown; ok: true; move: string | null; why: Why | null };
  /** The id of the new table, the same for everyone who asks */
  rematch: { id: unknown; ok: true; table: Id };
  /** `text` has 1 to 300 characters, `phrase` is one of a list */
  chat: { id: unknown; ok: true };
  /** By seat, the addresses of the public pages of the people there, at a public table */
  pages: { id: unknown; ok: true; pages: (string | null)[] };
  /** Hides the chat messages of a person who sits, watches or has chatted there from this person; at most 30 people */
  mute: { id: unknown; ok: true };
  /** Once the match is over, for those who may read it */
  record: { id: unknown; ok: true; record: GameRecord };
  /** Of a person those that the asker may read, otherwise those that everyone may read; those that ended earlier than `before` (ms since 1970). The latest 50, plus any that ended in the same millisecond as the last of them, so that asking again with `before` leaves no gap. `rated`: it counts for [ratings](statistics.md) */
  records: { id: unknown; ok: true; records: Finished[] };
  /** Only for the host. From now on everyone may read the record; this cannot be undone */
  share: { id: unknown; ok: true };
  /** Of the matches whose records everyone may read and that have no `origin`. `by_level`: computer players, and people (null); `by_part`: what distinguishes seats, such as their dinosaurs */
  stats: { id: unknown; ok: true; games: number; moves: number; by_seats: StatisticsBySeats[]; by_level: StatisticsByLevel[]; by_part: StatisticsByPart[] };
  /** How strong this person is, by the rated matches among their latest 1000 of the game. `rating` is null without such matches; `history` is after each match, oldest first, at most 200 of them: `[ended, mean, deviation]`; `levels` are the computer players they have met */
  ratings: { id: unknown; ok: true; rating: Rating | null; history: [number, number, number][]; levels: LevelRating[] };
  /** The strongest first, by `mean` − 2 × `deviation`: people with `rank`, `person` and `name`, computer players with `level`. `listed`: whether this person has agreed to be named. Counts the matches whose records everyone may read, with a delay of some seconds. `forbidden` unless the server was started with `--leaderboard` */
  leaderboard: { id: unknown; ok: true; lines: LeaderboardLine[]; listed: boolean };
  /** Whether leaderboards may name this person, from now on */
  listing: { id: unknown; ok: true; listed: boolean };
  /** Follows somebody with an account, by their id or the address of their public page, or no longer does, without `on`; who was blocked is not any more. At most 200 people. Somebody who blocks this person is followed like anyone else, but learns nothing of it */
  follow: { id: unknown; ok: true; person: Id };
  /** Blocks somebody in the same way, with an account or without, and follows them no longer. They are not told */
  block: { id: unknown; ok: true; person: Id };
  /** Tells the operator about somebody: with `table`, which this client watches, a `person` who is or was there, and then the last 20 lines of its chat go along; or with `name`, the address of a public page. They are not told. Each person once a day, five people a day. `reason`: `insults`, what they say; `offensive`, their name or page; `absent`, they do not play, or leave on purpose; `cheating`, also with several accounts; `other` */
  report: { id: unknown; ok: true };
  /** Whom this person follows and blocks, and the latest 50 who follow them and are neither followed nor blocked; the latest first. `invitations` to tables, of friends, in the last ten minutes */
  friends: { id: unknown; ok: true; people: Acquaintance[]; invitations: Invitation[] };
  /** Invites a friend to a table that waits, where this person sits or which they host: the friend may watch it without its link for ten minutes, until the match starts. A newer invitation of the friend takes the place of this one. At most 10 in ten minutes. Requires an account */
  invite_friend: { id: unknown; ok: true; person: Id };
  /** The invitation of this friend ends. They are not told; the other clients of this person hear `invited` */
  decline: { id: unknown; ok: true; person: Id };
  /** A new secret `key` for `turns`, which opens nothing else; with a `key`, withdraws that instead. A new password withdraws all */
  calendar: { id: unknown; ok: true; key?: string };
  /** With `endpoint`, `key` and `auth` of a browser's subscription, Web Push tells this person there, from now on and as long as this session lasts, when it is their turn in a match over days that they do not watch; with an `endpoint` alone, no longer. At most 5 devices: the oldest makes room. `key` is the server's key, with which a browser subscribes. `forbidden` unless the server was started with `--push-contact`. `language`: `en` (by default) or `fr` */
  push: { id: unknown; ok: true; key: string; devices: number };
  /** With `days`, this person is on holiday for that many days from now on, or for that many more; with 0, no longer. [How holidays count](#holidays). `until`: the end of the holiday that lasts, in ms since 1970, or null; `left`: the days of this year that are left; `most`: how many `days` may be now */
  holiday: { id: unknown; ok: true; until: number | null; left: number; most: number };
  /** The calendar (RFC 5545) of the person whose key it is: an event for each match over days in which it is their turn, at its deadline. By HTTP it is the whole answer, and the key may end in `.ics`. `language`: `en` (by default) or `fr` */
  turns: { id: unknown; ok: true; turns: string };
};

export type Answer = Answers[keyof Answers];
