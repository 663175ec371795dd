/** The sandbox's portal juliet: opaque tokens and what they are good for (the other end of `portal/juliet.ts`). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { answered, isFrom, refused } from "../answers.ts"
import { FAULTS_OF_ANSWERS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"

const client = { clientId: "garrison-at-juliet", clientSecret: "juliet-sandbox-secret" }
const application = "sandbox-game"
const joan = { sub: "juliet-joan", username: "Joan" }

/** For how long a token is valid, in seconds. */
const TOKEN_SECONDS = 3600

/** Plays juliet. */
export const makeSandboxJuliet = ({ codes, fault, url }: Stage): SandboxPortal => ({
  faults: [...FAULTS_OF_ANSWERS, "wrong_audience", "expired"],
  routes: {
    "POST /introspect": (request) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (!isFrom(client, request)) return refused(401, "invalid_client")
        const user = codes.find(request.form["token"])
        const exp = Math.floor(now / 1000) + (fault() === "expired" ? -1 : TOKEN_SECONDS)
        const client_id = fault() === "wrong_audience" ? "another-game" : application
        return answered(user === undefined ? { active: false } : { active: true, ...user, client_id, exp })
      }),
  },
  credentials: Effect.gen(function* () {
    const body = { grant_type: "juliet", portal_access_token: yield* codes.issue(joan) }
    return [{ grant_type: "juliet", platform: "Juliet", body }]
  }),
  settings: { juliet: { introspectionUrl: `${url}/introspect`, audiences: [application], ...client } },
})
