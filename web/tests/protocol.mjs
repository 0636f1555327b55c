/* Checks messages against what `ludosaure schema` prints: those between pages and a server, and those of the compiled module. */
import { execFileSync } from 'node:child_process';
import Ajv from 'ajv/dist/2020.js';

const FOR_TESTS = ['seed', 'position']; /* keys that only servers for tests accept */

export class Protocol {
  #documents = new Map();
  #games = new Map(); /* of tables */

  constructor(program) {
    this.program = program;
  }

  #document(game) {
    const known = this.#documents.get(game);
    if (known) return known;
    const made = new Ajv({ strict: false, allErrors: false });
    made.addSchema(JSON.parse(execFileSync(this.program, ['schema', ...(game ? [game] : [])], { encoding: 'utf8' })), 'schema');
    this.#documents.set(game, made);
    return made;
  }

  /** Throws if a value is not as its definition says, in full if the game is given. */
  check(definition, value, game = '') {
    const fits = this.#document(game).getSchema(`schema#/$defs/${definition}`);
    if (!fits) throw new Error(`the schema has no ${definition}`);
    if (fits(value)) return value;
    const why = fits.errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
    throw new Error(`no ${definition}: ${why}: ${JSON.stringify(value).slice(0, 400)}`);
  }

  /** Checks what one connection says and hears, in order. Returns a function for the texts that are sent, and one for those that come. */
  connection() {
    const asked = new Map();
    const ask = (text) => {
      const request = JSON.parse(text);
      asked.set(request.id, request);
      this.check(
        `Requests/properties/${request.cmd}`,
        Object.fromEntries(Object.entries(request).filter(([key]) => !FOR_TESTS.includes(key))),
      );
    };
    const hear = (text) => {
      const message = JSON.parse(text);
      const request = asked.get(message.id);
      asked.delete(message.id);
      for (const info of [message.info, ...(message.tables ?? [])]) if (info?.game) this.#games.set(info.id, info.game);
      const game = this.#games.get(message.table ?? request?.table) ?? '';
      if (message.push) this.check(`Pushes/properties/${message.push}`, message, game);
      else if (!message.ok) this.check('Refusal', message);
      else this.check(`Answers/properties/${request.cmd}`, message, game);
    };
    return { ask, hear };
  }
}
