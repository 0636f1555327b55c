/* Whom this person follows and blocks, who follows them, and to which tables friends invite them: what the server said last. */
import { connection } from '../connection/connection.svelte';
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
    void connection.invited;
    const look = (): void => {
      if (!document.hidden) friends.look().catch(() => undefined);
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  });
}
