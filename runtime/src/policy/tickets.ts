import { PATIENCE } from "../auth/liveness.js";
import type { SdkError } from "../errors/errors.js";
import type { Admission } from "./circuit-admission.js";
import type { CircuitRules, CircuitState } from "./circuit-state.js";
import { type Place, WaitingLine } from "./waiting-line.js";

/** A request that asks to make an attempt. */
export interface Ask {
  readonly call: number;
  readonly rules: CircuitRules;
  readonly hasNext: boolean;
  /** The first attempt of a later request of a running map: while limited it takes a slot without waiting. */
  readonly isLater: boolean;
  /** When its time to wait ends. */
  readonly until: number;
  /** How long its attempt takes at most, in ms. */
  readonly atMost: number;
  readonly signals: readonly AbortSignal[];
  /** Whether its attempts tell the circuit something; a line without a circuit only lets them through. */
  readonly isEvidence: boolean;
}

/** An attempt in flight. Whoever holds it later than `until` has gone with its request, and it is dropped. */
export interface Ticket extends Place {
  readonly circuit: LineOwner;
  readonly tickets: Tickets;
  until: number;
  readonly ask: Ask;
  readonly generation: number;
  startedAt: number;
  /** Whether the attempt waits for a token: the circuit does not keep it in mind then. */
  isHeld: boolean;
  ended: boolean;
}

/** The circuit that a line stands before. */
export interface LineOwner {
  readonly state: CircuitState;
  readonly isShared: boolean;
  begin(ask: Ask, admitted: Admission, now: number, atMost: number): Ticket;
  /** Somebody goes on waiting. */
  held(call: number, now: number): void;
  report(ticket: Ticket, report: Report, now: number): void;
  /** The attempt waits for a token: until it goes on, nobody owes it an answer. */
  hold(ticket: Ticket): void;
  /** Its request is sent now, so that is when it starts. */
  goOn(ticket: Ticket, now: number): void;
  /** Ends an attempt that says nothing about the provider. */
  drop(ticket: Ticket, now: number): void;
  /** Drops the attempts whose time is over; when that is the next one's, if it does not end before. */
  lapse(now: number): number;
}

/** How an attempt ended, as far as a circuit has to know. */
export interface Report {
  readonly type: "success" | "failure" | "refusal" | "denial" | "neither";
  readonly error?: SdkError | undefined;
  /** In ms. */
  readonly retryAfter?: number | undefined;
  readonly timedOut: boolean;
  /** The time that a deadline had left it, in ms. */
  readonly cutTo?: number | undefined;
}

/** Attempts in flight, of a circuit, or of all circuits of a provider that has limits. */
export class Tickets {
  readonly #tickets = new WaitingLine<Ticket>();

  begin(circuit: LineOwner, ask: Ask, now: number, atMost: number): Ticket {
    const { generation } = circuit.state;
    const until = now + atMost + PATIENCE;
    const ticket = {
      circuit,
      ask,
      generation,
      startedAt: now,
      until,
      order: 0,
      ended: false,
      isHeld: false,
      tickets: this,
    };
    this.#tickets.join(ticket);
    return ticket;
  }

  /** Who has waited for it has got it, and may have it for all its time. */
  keep(ticket: Ticket): void {
    if (ticket.ended) return;
    this.#tickets.leave(ticket);
    ticket.until += ticket.ask.atMost;
    this.#tickets.join(ticket);
  }

  /** Whether it had not ended yet. */
  end(ticket: Ticket): boolean {
    if (ticket.ended) return false;
    ticket.ended = true;
    this.#tickets.leave(ticket);
    return true;
  }

  /** Drops those whose time is over; when that is the next one's, if it does not end before. */
  lapse(now: number): number {
    for (let { first } = this.#tickets; first !== undefined; { first } = this.#tickets) {
      if (now < first.until) return first.until;
      first.circuit.drop(first, now);
    }
    return Infinity;
  }
}
