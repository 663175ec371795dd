/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** Changes of signing keys; each changes the environment. Garrison itself does all but `rotate`. */
export const signingKeyActs = {
  rotate: { name: "signingKey.rotate", permissions: ["operator:secret:key"], revision: "environment" },
  publish: { name: "signingKey.publish", permissions: ["*"], revision: "environment" },
  remove: { name: "signingKey.remove", permissions: ["*"], revision: "environment" },
  protect: { name: "signingKey.protect", permissions: ["*"], revision: "environment" },
} as const satisfies Readonly<Record<string, Header>>
