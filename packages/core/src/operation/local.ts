/**
 * The local layer: runs operations of the table on the database that this process has open. Input and answer are JSON,
 * as over a network, so that a face cannot tell which layer it has.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Refusal } from "../kernel/Refusal.ts"
import { READY_MADE_ROLES } from "../permission/readyMade.ts"
import { givenBy } from "../permission/rules.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import type { Act, Actor } from "./Act.ts"
import { writerOf } from "./answer.ts"
import { type AnyOperation, mayAct } from "./Operation.ts"
import { type RefusalJson, refusalOf } from "./refusal.ts"

/** What an act says of itself besides its input. */
type Conditions = Omit<Act, "actor">

/** Operations by their names, for one actor. */
export interface LocalLayer<Name extends string> {
  /** The names of the operations that the actor may ask for now. */
  readonly permitted: Effect.Effect<ReadonlySet<Name>, RefusalJson>
  /** Runs an operation. The name is one of the table. */
  readonly run: (name: string, input: object, conditions: Conditions) => Effect.Effect<unknown, RefusalJson>
}

const answered = <R>(operation: AnyOperation<string, R>, input: object, act: Act): Effect.Effect<unknown, Refusal, R> =>
  Effect.flatMap(operation.decode(input), (decoded) =>
    Effect.map(operation.run(decoded, act), (result): unknown => JSON.parse(writerOf(operation.answer)(result))),
  )

const noRole = (role: string): Refusal => ({
  _tag: "RoleNotFound",
  code: "resource_not_found",
  message: `There is no role ${role}.`,
  details: {},
})

/** The actor with the permissions of a role and no others: what may be tried is what the role allows now. */
const lessenedTo = (actor: Actor, role: string) =>
  Effect.flatMap(RoleStore, ({ list }) =>
    Effect.flatMap(list, (stored) => {
      const found = [...stored, ...READY_MADE_ROLES].find(
        ({ name, roleId }) => name === role || String(roleId) === role,
      )
      if (found === undefined) return Effect.fail(noRole(role))
      return Effect.succeed<Actor>({ ...actor, permissions: givenBy(found), isLessened: true })
    }),
  )

/** The failures and defects of work as refusals. */
const refusing = <A, R>(work: Effect.Effect<A, Refusal, R>): Effect.Effect<A, RefusalJson, R> =>
  Effect.catchCause(work, (cause) => (Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.fail(refusalOf(cause))))

/**
 * The layer for an actor, over the services of the fiber that makes it. `role`, by its name or number, lessens what a
 * `local` actor may do to what the role allows at each moment.
 */
export const makeLocalLayer = <R, Name extends string>(
  table: ReadonlyArray<AnyOperation<string, R> & { readonly name: Name }>,
  actor: Actor,
  role?: string,
): Effect.Effect<LocalLayer<Name>, never, R | RoleStore> =>
  Effect.contextWith((services) => {
    const byName = new Map<string, AnyOperation<string, R>>(table.map((operation) => [operation.name, operation]))
    const present: Effect.Effect<Actor, Refusal, RoleStore> =
      role === undefined ? Effect.succeed(actor) : lessenedTo(actor, role)
    return Effect.succeed({
      permitted: present.pipe(
        Effect.map((now) => new Set(table.flatMap((one) => (mayAct(now, one) ? [one.name] : [])))),
        refusing,
        Effect.provideContext(services),
      ),
      run: (name, input, conditions) => {
        const operation = byName.get(name)
        if (operation === undefined) return Effect.die(new Error(`there is no operation ${name}`))
        return Effect.flatMap(present, (now) => answered(operation, input, { ...conditions, actor: now })).pipe(
          refusing,
          Effect.provideContext(services),
        )
      },
    })
  })
