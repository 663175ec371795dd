/**
 * Carries out acts that the actor's permissions allow, and writes an audit row for each (decisions, section 3;
 * guarantees R49). The row of a change is written in the unit of work of the change. The row of a refusal is written in
 * a unit of its own.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { made, Seals } from "../kernel/seal/Seals.ts"
import { isStorable } from "../kernel/input/Storable.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { BeforeLog } from "../kernel/work/lockOrder.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { PermissionDenied } from "../permission/errors.ts"
import { type Act, REASON_LENGTH_MAX, systemAct } from "../operation/Act.ts"
import { AuditStore } from "./AuditStore.ts"
import { RevisionChanged } from "./errors.ts"
import { isRemote, sealedText, wordsOf } from "./rules.ts"
import { type Header, mayAct } from "../operation/Operation.ts"
import type { AuditEntry, AuditHead, AuditSubject } from "./schema.ts"

/** Longest name of an actor or subject in an audit row. */
const NAME_LENGTH_MAX = 512
/** Refusals of an actor over the network that are stored in an hour. Refused requests must not fill storage. */
const REFUSALS_PER_HOUR_MAX = 60
const HOUR_MILLIS = 60 * 60 * 1000
/** Most changes that a refusal for a changed revision lists. */
const CHANGES_TOLD_MAX = 100

const beginning: AuditHead = { sequence: 0, seal: "" }

/** Refusals that every act may end with. */
export type ActRefused = PermissionDenied | RevisionChanged

/** A change, as an audit row states it. */
interface Change {
  /** The changed subject, when the caller named another. */
  readonly subject?: AuditSubject
  readonly revision?: number | undefined
  /** Encodes to JSON. Never contains a secret, hash, token, password or name of a person. */
  readonly before?: unknown
  readonly after?: unknown
}

/** The result of a unit of work. */
export interface Done<A> {
  readonly answer: A
  /** undefined: nothing changed, and no row is written. */
  readonly change: Change | undefined
}

/**
 * Runs the unit of work of an act, with its audit row. A dry run is undone. An act has a unit that changes something,
 * and may run earlier units that change nothing.
 */
export type Store = <A, E, R>(unit: Effect.Effect<Done<A>, E, R>) => Effect.Effect<A, E, R>

/** The errors of an operation. */
type Refusal = { readonly code: string }

/** Carries acts out. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Carries out `work` where the actor may, and writes a row: of the change, or of the refusal. `work` reads and
     * computes outside of a unit of work, and passes the change itself to `store`. A dry run writes no row. `subject`
     * is the subject that the caller names.
     */
    readonly perform: <A, E extends Refusal, R>(
      operation: Header,
      act: Act,
      subject: AuditSubject,
      work: (store: Store) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | ActRefused, R>
    /** Runs a unit of work of Garrison itself, with its row. */
    readonly bySystem: <A, E, R>(
      operation: Header,
      subject: AuditSubject,
      unit: Effect.Effect<Done<A>, E, R>,
    ) => Effect.Effect<A, E, R>
    /**
     * Fails with the changes of the subject since the revision that the act asks for. `revision` is the subject's
     * present revision.
     */
    readonly changedSince: (subject: AuditSubject, act: Act, revision: number) => Effect.Effect<never, RevisionChanged>
  }
>()("@garrison/core/audit/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const chain = yield* AuditStore
      const transaction = yield* Transaction
      const append = yield* makeAppend
      /** Every act waits for the end of the chain, where others append too. */
      const inTurn = <A, E, R>(unit: Effect.Effect<A, E, R>) => transaction.inTurn(["audit_chain"], unit)

      const refuse = Effect.fnUntraced(function* (entry: AuditEntry) {
        // It names nobody, and no act is open to it.
        if (entry.actor.kind === "anonymous") return
        if (isRemote(entry.actor)) {
          // Lock the chain, so that concurrent refusals cannot exceed the limit.
          yield* chain.head
          if ((yield* chain.countRefusals(entry.actor.id, entry.at - HOUR_MILLIS)) >= REFUSALS_PER_HOUR_MAX) return
        }
        yield* append(entry)
      })

      const storing =
        (operation: Header, act: Act, subject: AuditSubject): Store =>
        <A, E, R>(changing: Effect.Effect<Done<A>, E, R>) => {
          const unit = Effect.provideService(changing, BeforeLog, Effect.asVoid(chain.head))
          if (act.dryRun === true) return inTurn(Effect.map(transaction.rehearse(unit), ({ answer }) => answer))
          const written = Effect.fnUntraced(function* ({ answer, change }: Done<A>) {
            if (change === undefined) return answer
            yield* append(entryOf(operation, act, yield* Clock.currentTimeMillis, "done", { subject, ...change }))
            return answer
          })
          return inTurn(transaction.run(Effect.flatMap(unit, written)))
        }

      const perform = <A, E extends Refusal, R>(
        operation: Header,
        act: Act,
        subject: AuditSubject,
        work: (store: Store) => Effect.Effect<A, E, R>,
      ): Effect.Effect<A, E | ActRefused, R> => {
        const attempt: Effect.Effect<A, E | ActRefused, R> = Effect.flatMap(permit(operation, act), () =>
          work(storing(operation, act, subject)),
        )
        if (act.dryRun === true) return attempt
        return Effect.tapError(attempt, (refusal) => {
          const unit = Effect.flatMap(Clock.currentTimeMillis, (at) =>
            refuse(entryOf(operation, act, at, refusal.code, { subject })),
          )
          return transaction.afterUnit(inTurn(transaction.run(unit)))
        })
      }

      const changedSince = Effect.fnUntraced(function* (subject: AuditSubject, act: Act, revision: number) {
        const since = yield* chain.changesSince(subject, act.ifRevision ?? revision, CHANGES_TOLD_MAX)
        return yield* new RevisionChanged({ code: "changed", revision, since })
      })

      return Audit.of({
        perform,
        bySystem: (operation, subject, unit) => storing(operation, systemAct, subject)(unit),
        changedSince,
      })
    }),
  )
}

/** Refuses an actor without permission, and an `ifRevision` for a subject that has no revision. */
const permit = Effect.fnUntraced(function* (operation: Header, act: Act) {
  if (!mayAct(act.actor, operation)) return yield* new PermissionDenied({ code: "insufficient_permissions" })
  if (act.ifRevision !== undefined && operation.revision === undefined) {
    return yield* new RevisionChanged({ code: "changed", revision: undefined, since: [] })
  }
})

/** The audit entry of an act. */
const entryOf = (
  operation: Header,
  { actor, reason }: Act,
  at: Timestamp,
  outcome: string,
  { after, before, revision, subject }: Change & { readonly subject: AuditSubject },
): AuditEntry => ({
  at,
  actor: { kind: actor.kind, id: named(actor.id), name: named(actor.name), address: named(actor.address) },
  operation: operation.name,
  subject: { kind: subject.kind, id: named(subject.id) },
  revision,
  reason: reason === undefined ? undefined : named(reason, REASON_LENGTH_MAX),
  outcome,
  before: jsonOf(before),
  after: jsonOf(after),
})

const jsonOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))

/** A name from a caller, cut to the limit and with characters replaced that storage does not take. */
const named = (text: string, lengthMax = NAME_LENGTH_MAX): string => {
  if (text.length <= lengthMax && isStorable(text)) return text
  return Array.from(text.slice(0, 2 * lengthMax), (character) => (isStorable(character) ? character : "\uFFFD"))
    .slice(0, lengthMax)
    .join("")
}

/** Appends an entry to the chain, in the running unit of work. */
const makeAppend = Effect.gen(function* () {
  const chain = yield* AuditStore
  const seals = yield* Seals
  const random = yield* SecureRandom.SecureRandom
  // The last row that this process appended. While no other process appends, it is the end of the chain, and the end is
  // not read.
  let known: AuditHead = beginning
  return Effect.fnUntraced(function* (entry: AuditEntry) {
    const words = made(seals.sealOf(seals.kind, wordsOf(entry)))
    const token = yield* random.uuidV4()
    const tokenHash = seals.hashOf(token)
    const appendAfter = Effect.fnUntraced(function* (after: AuditHead) {
      const seal = made(seals.sealOf(seals.kind, sealedText(entry, after, words, tokenHash)))
      const row = { ...entry, sequence: after.sequence + 1, sealing: seals.kind, seal, tokenHash }
      if (!(yield* chain.append(row, after, token))) return false
      known = row
      return true
    })
    if (yield* appendAfter(known)) return
    if (!(yield* appendAfter(yield* chain.head)))
      yield* Effect.die(new Error("the locked end of the audit chain has moved"))
  })
})
