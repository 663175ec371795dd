/** The form on the page at `/docs` that sends a request of an operation, filled in from its example. */
import { type Markup, markup } from "@garrison/core/kernel/page/markup"
import type { ApiContent, ApiParameter, ApiSchema, Placed } from "./document.ts"

/** Headers that the browser or proxies set: no script may, or should. */
const SET_BY_OTHERS = new Set(["user-agent", "x-forwarded-for"])

/** The fields of a form that an example would fill in (`application/x-www-form-urlencoded`). */
const formExample = ({ properties = {}, required = [] }: ApiSchema): string =>
  Object.keys(properties)
    .filter((name) => required.includes(name))
    .map((name) => `${name}=`)
    .join("&")

/** What stands in the field of the body at first. */
const bodyExample = (type: string, { example, schema = {} }: ApiContent[string]): string => {
  if (type === "application/x-www-form-urlencoded") return formExample(schema)
  return JSON.stringify(example ?? {}, undefined, 2)
}

/** What a parameter may be, beside its field. */
const hintOf = ({ schema }: ApiParameter): string => {
  const absent = schema["x-default"] ?? schema.default
  if (absent !== undefined) return typeof absent === "string" ? absent : JSON.stringify(absent)
  return schema.format ?? schema.type ?? ""
}

const parameterField = (id: string, parameter: ApiParameter): Markup => {
  const { in: place, name, required, schema } = parameter
  const field = `${id}-${place}-${name}`
  const attributes = markup`id="${field}" name="${name}" data-place="${place}"${required === true && markup` required`}`
  const values = schema.enum?.map((value) => markup`<option>${String(value)}</option>`)
  return markup`<div><label for="${field}"><code>${name}</code> <span class="quiet">${place}</span></label>${
    values === undefined
      ? markup`<input ${attributes} autocomplete="off" spellcheck="false" placeholder="${hintOf(parameter)}">`
      : markup`<select ${attributes}>${required !== true && markup`<option value="">—</option>`}${values}</select>`
  }</div>`
}

const bodyField = (id: string, content: ApiContent): Markup => {
  const types = Object.keys(content)
  const [type = ""] = types
  const text = bodyExample(type, content[type] ?? {})
  const rows = Math.min(Math.max(text.split("\n").length + 1, 3), 16)
  return markup`<div><label for="${id}-body">Body ${types.length < 2 && markup`<span class="quiet">${type}</span>`}</label>${
    types.length < 2
      ? markup`<input type="hidden" data-place="type" value="${type}">`
      : markup`<select data-place="type" aria-label="Media type of the body">${types.map((each) => markup`<option>${each}</option>`)}</select>`
  }<textarea id="${id}-body" data-place="body" rows="${rows}" spellcheck="false">${text}</textarea></div>`
}

/** How the caller of an operation says who they are: by a token, as a client, or not at all. */
const callerOf = ({ operation: { security } }: Placed): "bearer" | "basic" | "open" => {
  if (security.some((scheme) => "bearer" in scheme)) return "bearer"
  return security.some((scheme) => "basic" in scheme) ? "basic" : "open"
}

/** The credentials of a client, which an operation may take. */
const clientFields = (id: string): Markup =>
  markup`<div><label for="${id}-client">Client id <span class="quiet">may be absent</span></label><input id="${id}-client" data-place="client" autocomplete="off" spellcheck="false"></div><div><label for="${id}-secret">Client secret</label><input id="${id}-secret" type="password" data-place="secret" autocomplete="off"></div>`

/** The form. The page's script shows it. */
export const formOf = (placed: Placed): Markup => {
  const { method, operation, path } = placed
  const { operationId: id, parameters, requestBody } = operation
  const caller = callerOf(placed)
  const fields = parameters.filter((parameter) => !SET_BY_OTHERS.has(parameter.name))
  const inFields = [...fields.map((parameter) => parameterField(id, parameter)), caller === "basic" && clientFields(id)]
  return markup`<form class="try" id="${id}-try" data-method="${method}" data-path="${path}" data-caller="${caller}" aria-label="Try ${operation.summary ?? id}" novalidate hidden>
<h4>Try it</h4>
${caller === "bearer" && markup`<p class="quiet" data-needs="token">It takes an access token: <a href="#log-in">log in first</a>.</p>`}
<div class="inputs">${inFields}</div>
${requestBody !== undefined && bodyField(id, requestBody.content)}
<div class="row"><button class="main">Send</button><button type="button" data-act="stop" hidden>Stop</button><button type="button" data-act="curl">Copy as curl</button></div>
<section class="answer" aria-label="Answer of ${operation.summary ?? id}" hidden><p class="state" role="status"></p><details><summary>Headers</summary><pre data-of="headers" tabindex="0" aria-label="Headers of the answer"></pre></details><pre data-of="body" tabindex="0" aria-label="Body of the answer"></pre><div class="row"><button type="button" data-act="copy">Copy the body</button><button type="button" data-act="use" hidden>Use this token</button></div></section>
</form>`
}
