/** A request that the page at `/docs` sends, made of what stands in a form. Nothing here touches the page. */

/** What stands in a field of a form. */
export interface FieldValue {
  readonly place: "path" | "query" | "header"
  readonly name: string
  readonly value: string
}

/** What a form says. */
export interface FormValues {
  readonly method: string
  /** With parameters as `{name}`. */
  readonly path: string
  readonly fields: ReadonlyArray<FieldValue>
  readonly body?: { readonly type: string; readonly text: string } | undefined
  /** Who calls: a token, or the credentials of a client. */
  readonly token?: string | undefined
  readonly client?: { readonly id: string; readonly secret: string } | undefined
}

/** A request: where it goes below the server's address, and what it carries. */
export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | undefined
}

/** The credentials of a client as they stand in a header (RFC 6749, section 2.3.1; RFC 7617). */
const basic = (id: string, secret: string): string => {
  const bytes = new TextEncoder().encode(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`
}

const authorization = ({ client, token }: FormValues): string | undefined => {
  if (client !== undefined && client.id !== "") return basic(client.id, client.secret)
  return token === undefined ? undefined : `Bearer ${token}`
}

/** Makes the request. Fields that are empty are left out, except in the path. */
export const requestOf = (form: FormValues): Asked => {
  const of = (place: FieldValue["place"]) => form.fields.filter((field) => field.place === place)
  const path = of("path").reduce(
    (all, { name, value }) => all.replace(`{${name}}`, encodeURIComponent(value)),
    form.path,
  )
  const given = (place: FieldValue["place"]) => of(place).filter(({ value }) => value !== "")
  const query = given("query").map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const caller = authorization(form)
  return {
    method: form.method,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: [
      ...(caller === undefined ? [] : [["authorization", caller] as const]),
      ...(form.body === undefined ? [] : [["content-type", form.body.type] as const]),
      ...given("header").map(({ name, value }) => [name, value] as const),
    ],
    body: form.body?.text,
  }
}

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a line of a shell. `-N` shows a stream as it arrives. */
export const curlLine = (base: string, { body, headers, method, target }: Asked): string =>
  [
    "curl -sN",
    ...(method === (body === undefined ? "GET" : "POST") ? [] : [`-X ${method}`]),
    quoted(`${base}${target}`),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(" ")
