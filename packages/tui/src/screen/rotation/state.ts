/**
 * The rotation of a client's secret, step by step: give a new one, take it to the servers, watch until they use it, end
 * the former one. State and reducer.
 */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type { OperationAnswer } from "../../operation.ts"
import { answerTo, ask, type Params, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"

/** What the screen of a rotation does at a key. */
export type RotationAction = "rotate" | "retire" | "reload"

type Client = OperationAnswer<"client.show">
type Secret = Client["secrets"][number]

/** Seconds between two looks at the use of the secrets, while there are two. */
const LOOK_SECONDS = 5

/** What the screen of a rotation shows. */
export interface RotationState {
  readonly clientId: string
  /** undefined: not yet answered. */
  readonly client: Client | undefined
  readonly refusal: RefusalJson | undefined
  readonly size: Size
  /** When the use was last looked at, in Unix milliseconds. */
  readonly looked: number
}

const load = ({ clientId }: { readonly clientId: string }) => ask("client", "client.show", { client_id: clientId })

/** The screen as it opens. */
export const openRotation = (
  { client_id: clientId = "" }: Params,
  { now, size }: { readonly now: number; readonly size: Size },
): Step<RotationState> =>
  step({ clientId, client: undefined, refusal: undefined, size, looked: now }, load({ clientId }))

/** The secret of the client that is in this state. */
export const secretIn = ({ client }: RotationState, state: Secret["state"]): Secret | undefined =>
  client?.secrets.find((secret) => secret.state === state)

/** Where the rotation stands. */
export type Stage = "loading" | "public" | "one" | "unused" | "used_lately" | "safe"

/** Where the rotation stands, as the secrets tell. */
export const stageOf = (state: RotationState): Stage => {
  if (state.client === undefined) return "loading"
  if (state.client.public) return "public"
  const former = secretIn(state, "former")
  if (former === undefined) return "one"
  if (former.safe_to_retire === true) return "safe"
  return former.still_needed === "new_secret_unused" ? "unused" : "used_lately"
}

/** What is to be known at each stage. */
export const advice: Readonly<Record<Stage, string>> = {
  loading: "Loading…",
  public: "A public client ships to players and has no secret.",
  one: "The client has one secret. A rotation leaves it valid for a while beside the new one.",
  unused: "NOT SAFE to end the former secret: nobody has used the new one yet.",
  used_lately: "NOT SAFE to end the former secret: somebody still uses it.",
  safe: "SAFE to end the former secret: the new one is in use, and the former one is not.",
}

/** Why no new secret can be given now; undefined: it can. */
export const whyNoRotate = (state: RotationState): string | undefined => {
  const stage = stageOf(state)
  if (stage === "loading") return "The client is not known yet."
  return stage === "public" ? "A public client has no secret." : undefined
}

/** Why there is nothing to end; undefined: there is. */
export const whyNoRetire = (state: RotationState): string | undefined =>
  secretIn(state, "former") === undefined ? "There is no former secret to end." : undefined

const acted = (state: RotationState, action: RotationAction): Step<RotationState> => {
  const { client } = state
  if (action === "reload" || client === undefined) return step(state, load(state))
  const of = { subjects: [client.client_id], ifRevision: client.revision } as const
  if (action === "rotate") {
    const inputs = [{ client_id: client.client_id }]
    return step(state, { type: "act", operation: "client.rotate", inputs, ...of, fields: ["overlap_seconds"] })
  }
  const former = secretIn(state, "former")
  if (former === undefined) return step(state)
  const inputs = [{ client_id: client.client_id, secret_id: former.secret_id }]
  const stage = stageOf(state)
  const warning = stage === "safe" ? {} : { warning: advice[stage] }
  return step(state, { type: "act", operation: "client.retireSecret", inputs, ...of, fields: [], ...warning })
}

const ticked = (state: RotationState, now: number): Step<RotationState> => {
  const isWatching = secretIn(state, "former") !== undefined && now - state.looked >= LOOK_SECONDS * 1000
  return isWatching ? step({ ...state, looked: now }, load(state)) : step(state)
}

/** The screen after an event. */
export const updateRotation = (state: RotationState, event: ScreenEvent<RotationAction>): Step<RotationState> => {
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "answered":
      return step({ ...state, client: answerTo("client.show", event), refusal: undefined })
    case "refused":
      return step({ ...state, refusal: event.refusal })
    case "resized":
      return step({ ...state, size: event.size })
    case "changed":
      return step(state, load(state))
    case "ticked":
      return ticked(state, event.now)
    case "text":
      return step(state)
  }
}
