/** The reference page of the grants, made of the grants, the portals and the codes of logins in the core. */
import { GRANT_TYPES, type GrantType } from "@garrison/core/kernel/GrantType"
import type { Setting } from "@garrison/core/kernel/Setting"
import { type LoginBusyCode, loginBusyCodes, type LoginCode, loginCodes } from "@garrison/core/login/errors"
import type { Grant } from "@garrison/core/login/grant/Grant"
import { grants } from "@garrison/core/login/grant/grants"
import { OAUTH_PORTALS, type OauthPortalName, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { routes } from "@garrison/http/contract/routes"
import { portals } from "@garrison/core/login/portal/PortalGateway"
import { loginBusyRemedies, loginRemedies, redirectRemedies, type Remedy } from "@garrison/core/login/remedies"
import { portalSettings } from "@garrison/portals/settings"
import { portalFields } from "./portalFields.ts"

const code = (text: string): string => `\`${text}\``

const listed = (texts: ReadonlyArray<string>): string => texts.map(code).join(", ")

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(row)].join("\n")

const codeTable = (rows: ReadonlyArray<readonly [code: string, meaning: string, remedy: Remedy]>): string =>
  table(
    ["code", "meaning", "what the game does", "what the operator does"],
    rows.map(([name, meaning, { game, operator = "nothing" }]) => [code(name), meaning, game, operator]),
  )

const tableOfCodes = (codes: ReadonlyArray<LoginCode>): string =>
  codeTable(codes.map((name) => [name, loginCodes[name], loginRemedies[name]]))

const busyTable = codeTable(
  Object.keys(loginBusyCodes).map((name) => {
    const busy = name as LoginBusyCode
    return [busy, loginBusyCodes[busy], loginBusyRemedies[busy]]
  }),
)

const settingsByName: Readonly<Record<string, Setting<unknown>>> = portalSettings

/** The setting of the portal that a grant or a login by redirect asks: grants of one portal share it. */
const settingOf = (name: string): string | undefined =>
  Object.keys(settingsByName).find((setting) => name === setting || name.split(/\d*_/)[0] === setting)

const settingPart = (name: string): ReadonlyArray<string> => {
  const setting = settingOf(name)
  if (setting === undefined)
    return ["This version of Garrison has no setting for the portal, so that it is always off.", ""]
  return [
    `The setting ${code(setting)} is ${settingsByName[setting]?.sentence}. Its members:`,
    "",
    table(
      ["member", "must be given", "what it is"],
      portalFields(setting).map(({ optional, path, sentence }) => [code(path), optional ? "no" : "yes", sentence]),
    ),
    "",
  ]
}

/** The codes with which a grant alone refuses, in the order of the table of codes. */
const codesOfGrant = (grant: Grant): ReadonlyArray<LoginCode> => [
  grant.disabledCode,
  ...(grant.kind === "user" ? [grant.emptyCode, ...grant.refusals] : []),
]

const ofUser =
  "a Basic header with `client_id` and secret names the client. Without the header it is the default client of the deployment (`defaultClientId`)."

const ofClient = "the credential names the client, which logs in as itself."

const platformsOf = (grant: Grant): string => {
  if (grant.kind === "client") return "none, because no player logs in."
  return grant.platforms.length === 0 ? "that of the session." : `${listed(grant.platforms)}.`
}

/** The login body of a grant, as an example. */
export const exampleOf = (grantType: GrantType): Readonly<Record<string, unknown>> => ({
  grant_type: grantType,
  ...grants[grantType].credential.example,
})

const grantPart = (grantType: GrantType): ReadonlyArray<string> => {
  const grant: Grant = grants[grantType]
  const { credential } = grant
  return [
    `## ${grantType}`,
    "",
    `- **Credential**: ${code("portal_access_token")} is ${credential.token}`,
    ...(credential.parentToken === undefined
      ? []
      : [`- **Second credential**: ${code("portal_parent_access_token")} is ${credential.parentToken}`]),
    `- **Client**: ${grant.kind === "user" ? ofUser : ofClient}`,
    `- **Platform**: ${platformsOf(grant)}`,
    "",
    "```json",
    JSON.stringify(exampleOf(grantType)),
    "```",
    "",
    ...(Object.hasOwn(portals, grantType) ? settingPart(grantType) : []),
    tableOfCodes(codesOfGrant(grant)),
    "",
  ]
}

const grantOf = (name: OauthPortalName): GrantType | undefined => {
  const { grant } = oauthPortals[name]
  return GRANT_TYPES.find((grantType) => grantType === grant)
}

/** A portal of logins by redirect: the codes of its grant stand with the grant. */
const redirectPart = (name: OauthPortalName): ReadonlyArray<string> => {
  const { codeEmpty, disabled, platforms, refusals } = oauthPortals[name]
  const grantType = grantOf(name)
  const withGrant = new Set<LoginCode>(grantType === undefined ? [] : codesOfGrant(grants[grantType]))
  const further = [disabled, codeEmpty, ...refusals].filter((refusal) => !withGrant.has(refusal))
  return [
    `### ${name} by redirect`,
    "",
    `- **Platform**: ${listed(platforms)}.`,
    ...(grantType === undefined ? [] : [`- **Codes**: those of the grant [${grantType}](#${grantType}).`]),
    "",
    ...(grantType === undefined ? settingPart(name) : []),
    ...(further.length === 0 ? [] : [tableOfCodes(further), ""]),
  ]
}

const introduction = `# Grants

For engineers of a game client or server: every way to log in, with its credential, the settings of its portal, and what to do about each code that it refuses with.
\`npm run grants\` writes this page from the declarations in the code; do not edit it by hand.

A game sends \`POST /users/v1/login\` with a JSON body: \`grant_type\` and the credential. \`include_refresh: true\` asks for a refresh
token as well. A refused login is answered with the status 403 and a body whose \`error_code\` is one of the codes here.
\`garrison sandbox\` plays the portals on your machine, and gives a body for each grant. [settings.md](settings.md) says how a
setting is given, and [decisions.md](decisions.md) in which order a login is checked. The setting of a portal is an object; a member of
a member (\`v1.issuer\`) is given where that member is.
`

const ofEveryLogin = `## Every login

These codes do not depend on the grant. \`user_auth_restricted\` and \`user_needs_agreements\` are answered only after the credential
was proved. Restrictions take effect within a minute on tokens that were issued before.
`

const ofBusyLogins = `A login that was not checked is answered with the status 503 and \`Retry-After\`:
`

const ofRedirects = `## Logins by redirect

A browser takes the player to a portal and back, and the game exchanges the code that it gets then for tokens. Codes are in the
body of a 403, or in \`error_code\` of the address that the player is sent back to. [settings.md](settings.md#oauth) has the
settings. The operations:
`

const redirectOperations = routes
  .filter(({ path }) => path.startsWith("/users/v1/oauth/"))
  .map(({ method, path, summary }) => `- ${code(`${method} ${path}`)}: ${summary}`)

/** The codes of a login that neither a grant nor a login by redirect has for itself. */
const codesOfEveryLogin = (): ReadonlyArray<LoginCode> => {
  const others = new Set<string>([
    ...Object.values<Grant>(grants).flatMap(codesOfGrant),
    ...OAUTH_PORTALS.flatMap((name) => {
      const { codeEmpty, disabled, refusals } = oauthPortals[name]
      return [disabled, codeEmpty, ...refusals]
    }),
    ...Object.keys(redirectRemedies),
  ])
  return (Object.keys(loginCodes) as ReadonlyArray<LoginCode>).filter(
    (name) => !others.has(name) || name === "client_auth_disabled",
  )
}

/** The reference page, whole. */
export const grantsPage = (): string =>
  [
    introduction,
    ofEveryLogin,
    tableOfCodes(codesOfEveryLogin()),
    "",
    ofBusyLogins,
    busyTable,
    "",
    ...GRANT_TYPES.flatMap(grantPart),
    ofRedirects,
    ...redirectOperations,
    "",
    tableOfCodes(Object.keys(redirectRemedies) as ReadonlyArray<keyof typeof redirectRemedies>),
    "",
    ...OAUTH_PORTALS.flatMap(redirectPart),
  ].join("\n")
