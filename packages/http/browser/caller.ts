/** Who calls: the log-in panel of the page at `/docs`, and the token that it keeps for this tab. */
import { copyBy } from "../../core/browser/copying.ts"
import { baseOf } from "./base.ts"
import { one } from "./elements.ts"
import { requestOf } from "./request.ts"

const KEY = "garrison-docs-token"

/** What an access token says of itself, as far as the page shows it. */
interface Claims {
  readonly sub?: string
  readonly exp?: number
  readonly permissions?: ReadonlyArray<string>
  readonly platform?: string
}

/** The claims of a token; undefined: it is none. */
const claimsOf = (token: string): Claims | undefined => {
  try {
    const part = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    const bytes = Uint8Array.from(atob(part), (character) => character.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims
  } catch {
    return undefined
  }
}

/** The token of this tab. */
export const currentToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

const tell = (text: string, isBad = false): void => {
  const state = one(document, "#caller-state")
  state.textContent = text
  state.classList.toggle("bad", isBad)
}

/** Who the token is of, until when, and what it may. */
const sentenceOf = (token: string): string => {
  const claims = claimsOf(token)
  if (claims?.sub === undefined) return "Requests carry this token. It is no token of a player or a client of Garrison."
  const until = claims.exp === undefined ? "" : ` until ${new Date(claims.exp * 1000).toLocaleTimeString()}`
  const who = claims.platform === undefined || claims.platform === "" ? "client" : "player"
  const may = claims.permissions?.join(", ") ?? ""
  return `You are the ${who} ${claims.sub}${until}, and hold: ${may === "" ? "no permission" : may}.`
}

/** Fills in the player of the token where a path wants one, and nothing else stands there. */
const fillPlayer = (player: string | undefined): void => {
  if (player === undefined) return
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="player_uuid"]')) {
    if (field.value === "" || field.dataset["filled"] === field.value) field.value = player
    field.dataset["filled"] = player
  }
}

/** Shows whose the requests are. */
const show = (): void => {
  const token = currentToken()
  for (const button of document.querySelectorAll<HTMLElement>("[data-act=copy-token],[data-act=log-out]")) {
    button.hidden = token === undefined
  }
  for (const hint of document.querySelectorAll<HTMLElement>("[data-needs=token]")) hint.hidden = token !== undefined
  const claims = token === undefined ? undefined : claimsOf(token)
  const signed = one(document, "#signed")
  signed.hidden = token === undefined
  one(signed, "a").textContent = `logged in as ${claims?.sub ?? "the token's owner"}`
  tell(token === undefined ? "" : sentenceOf(token))
  fillPlayer(claims?.platform === "" ? undefined : claims?.sub)
}

/** Takes this token for all requests from now on; undefined: none. */
export const useToken = (token: string | undefined): void => {
  if (token === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token)
  show()
}

type Values = Readonly<Record<string, string>>

/** The login of a way: its body, and the client that it is for. */
const loginOf = (way: string, values: Values) => {
  const { client = "", "client-secret": secret = "", password, secret: device, user } = values
  if (way === "client_credentials") return { body: { grant_type: way }, client: { id: client, secret } }
  const portal_access_token = way === "anon" ? device : `${user}:${password}`
  return { body: { grant_type: way, portal_access_token }, client: undefined }
}

const logIn = async (way: string, values: Values): Promise<void> => {
  const { body, client } = loginOf(way, values)
  const { headers, target, ...asked } = requestOf({
    method: "POST",
    path: "/users/v1/login",
    fields: [],
    body: { type: "application/json", text: JSON.stringify(body) },
    client,
  })
  const response = await fetch(baseOf(location.href) + target, {
    ...asked,
    body: asked.body ?? null,
    headers: headers.map(([name, value]) => [name, value]),
  })
  const answer = (await response.json()) as { access_token?: string; error_code?: string; desc?: string }
  if (answer.access_token !== undefined) return useToken(answer.access_token)
  const why = answer.error_code === undefined ? "a field is not acceptable" : `${answer.error_code}, ${answer.desc}`
  tell(`Not logged in: ${response.status} ${why}. The operation login shows more.`, true)
}

/** Shows the fields of the way that is chosen. */
const chooseWay = (form: HTMLFormElement, way: string): void => {
  for (const fields of form.querySelectorAll<HTMLElement>("[data-way]")) fields.hidden = fields.dataset["way"] !== way
}

const valuesOf = (form: HTMLFormElement, way: string): Values =>
  Object.fromEntries(
    Array.from(form.querySelectorAll<HTMLInputElement>(`[data-way="${way}"] input`), ({ name, value }) => [
      name,
      value,
    ]),
  )

/** Makes the panel work. */
export const watchCaller = (): void => {
  const form = one(document, "#caller", HTMLFormElement)
  const way = one(form, "#caller-way", HTMLSelectElement)
  one(form, "[name=secret]", HTMLInputElement).value = `docs-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`
  way.addEventListener("change", () => chooseWay(form, way.value))
  chooseWay(form, way.value)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const values = valuesOf(form, way.value)
    if (way.value === "token") return useToken((values["token"] ?? "").trim() || undefined)
    tell("Logging in …")
    logIn(way.value, values).catch(() => tell("Not logged in: the server cannot be reached.", true))
  })
  one(form, "[data-act=log-out]").addEventListener("click", () => useToken(undefined))
  const copy = one(form, "[data-act=copy-token]", HTMLButtonElement)
  copy.addEventListener("click", () => void copyBy(copy, currentToken() ?? ""))
  one(document, "#log-in").hidden = false
  show()
}
