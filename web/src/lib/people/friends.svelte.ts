/* Whom this person follows and blocks, who follows them, and to which tables friends invite them: what the server said last. */
import { connection } from '../connection/connection.svelte';
import { Refusal } from '../connection/protocol';
import type { Acquaintance, Id, Invitation } from '../schema/protocol';

class Friends {
  people = $state.raw<Acquaintance[]>([]);
  invitations = $state.raw<Invitation[]>([]);
  /** The server has answered. */
  known = $state(false);

  async look(): Promise<void> {
    const { people, invitations } = await connection.ask('friends');
    this.people = people;
    this.invitations = invitations;
    this.known = true;
  }

  forget(): void {
    this.people = [];
    this.invitations = [];
    this.known = false;
  }

  isOf(person: Id): Acquaintance['is'] | undefined {
    return this.people.find((one) => one.person === person)?.is;
  }

  /** Takes a seat at the table, if one is still free. */
  async accept({ table }: Invitation): Promise<void> {
    await connection.ask('watch', { table: table.id });
    await connection.ask('sit', { table: table.id }).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.trouble.code === 'taken')) throw error;
    });
  }

  /** It does not come back. */
  async decline(one: Invitation): Promise<void> {
    this.invitations = this.invitations.filter((other) => other !== one);
    await connection.ask('decline', { person: one.person });
  }

  async set(cmd: 'follow' | 'block', person: Id, on: boolean): Promise<void> {
    await connection.ask(cmd, { person, on });
    await this.look();
  }
}

export const friends = new Friends();

/** Looks now and from time to time, while the page is seen. To be called while a component is made. */
export function lookAtFriends(everyMs: number): void {
  $effect(() => {
    if (!connection.online || !connection.person?.login) return friends.forget();
    void connection.friended;
    const look = (): void => {
      if (!document.hidden) friends.look().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  });
}
