/** An operation on the page at `/docs`: what it takes, what it answers, how it refuses, and a form that sends it. */
import { type Markup, markup, sentence } from "@garrison/core/kernel/page/markup"
import type { ApiContent, ApiOperation, ApiResponse, Placed } from "./document.ts"
import { formOf } from "./form.ts"
import { refusalParts } from "./refusals.ts"
import { bodySchema, fieldLine } from "./schema.ts"

/** A method, in a colour of its own. */
export const methodBadge = (method: string): Markup =>
  markup`<span class="method ${method.toLowerCase()}">${method}</span>`

/** A path, which a narrow screen breaks before a slash. */
const breakable = (path: string): Markup =>
  markup`${path.split(/(?<=.)(?=\/)/).map((part, at) => [at > 0 && markup`<wbr>`, part])}`

const parameters = ({ parameters: all }: ApiOperation): Markup | undefined =>
  all.length === 0
    ? undefined
    : markup`<h4>Parameters</h4><div class="fields">${all.map(({ description, in: place, name, required, schema }) =>
        fieldLine({
          name,
          schema,
          isRequired: required === true,
          description: description ?? schema.description,
          place,
        }),
      )}</div>`

/** The schema of each media type, and an example. */
const contentOf = (content: ApiContent): ReadonlyArray<Markup> =>
  Object.entries(content).map(
    ([type, { example, schema }]) =>
      markup`<p class="quiet">${type}</p>${schema !== undefined && bodySchema(schema)}${
        example !== undefined &&
        markup`<details class="unfold" open><summary>Example</summary><pre tabindex="0" aria-label="Example of ${type}">${JSON.stringify(example, undefined, 2)}</pre></details>`
      }`,
  )

const answer = ([status, { content = {}, description, headers = {} }]: readonly [string, ApiResponse]): Markup =>
  markup`<h4>Answer ${status}</h4><p>${sentence(description)}</p>${Object.entries(headers).map(
    ([name, header]) =>
      markup`<div class="field"><code class="name">${name}</code> <span class="quiet">header</span> <span>${sentence(header.description ?? header.schema?.description ?? "")}</span></div>`,
  )}${contentOf(content)}`

/** The operation. Its id leads to it: `/docs#login`. */
export const operationPart = (placed: Placed): Markup => {
  const { method, operation, path } = placed
  const { deprecated, description, operationId, requestBody, responses, summary } = operation
  const answers = Object.entries(responses).filter(([status]) => status < "400")
  return markup`<details class="operation" id="${operationId}"><summary>${methodBadge(method)}<h3><code>${breakable(path)}</code> <span class="summary">${summary ?? operationId}</span>${deprecated === true && markup` <span class="deprecated">deprecated</span>`}</h3></summary>
<div class="inside"><div class="told">
<p>${sentence(description ?? "")}</p>
<p class="quiet">Operation <code>${operationId}</code> · <a href="#${operationId}">link to it</a><span data-needs="script" hidden> · <a href="#${operationId}-try">try it</a></span></p>
${parameters(operation)}
${requestBody !== undefined && markup`<h4>Body${requestBody.required === true && markup` <strong class="required">required</strong>`}</h4>${contentOf(requestBody.content)}`}
${answers.map(answer)}
${refusalParts(operation)}
</div>
${formOf(placed)}
</div></details>
`
}
