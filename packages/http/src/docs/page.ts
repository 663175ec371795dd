/**
 * The page at `/docs`: everything in the OpenAPI document, and forms that send requests (decisions, section 14). It is
 * one text without addresses of its server, so that it works below any path. The sources of its script are in
 * `packages/http/browser`.
 */
import { markup, type Markup, sentence } from "@garrison/core/kernel/page/markup"
import { type Page, pageOf } from "@garrison/core/kernel/page/Page"
import { callerPanel } from "./caller.ts"
import { type ApiDocument, operationsOf, type Placed } from "./document.ts"
import { methodBadge, operationPart } from "./operation.ts"
import { commonRefusals } from "./refusals.ts"
import { namedSchema } from "./schema.ts"
import { script } from "./script.ts"
import { style } from "./style.ts"

type Tag = ApiDocument["tags"][number]

/** An area and its operations, as a list of links. */
const linksOf = ({ name }: Tag, placed: ReadonlyArray<Placed>): Markup =>
  markup`<div data-area="${name}"><h2><a href="#area-${name}">${name}</a></h2><ul>${placed.map(
    ({ method, operation: { operationId, summary } }) =>
      markup`<li><a href="#${operationId}">${methodBadge(method)} ${summary ?? operationId}</a></li>`,
  )}</ul></div>`

const areaOf = ({ description, name }: Tag, placed: ReadonlyArray<Placed>): Markup =>
  markup`<section class="area" data-area="${name}" aria-labelledby="area-${name}"><h2 id="area-${name}">${name}</h2><p>${sentence(description ?? "")}</p>
${placed.map(operationPart)}</section>
`

const search = (count: number): Markup =>
  markup`<div class="search" role="search" hidden><label for="search" class="unseen">Search operations</label><input id="search" type="search" placeholder="Search operations  ( / )" autocomplete="off" spellcheck="false"><p class="quiet" id="found" role="status">${count} operations</p></div>`

/** The page of a document. */
export const docsPageOf = (document: ApiDocument): Page => {
  const { components, info, tags } = document
  const placed = operationsOf(document)
  const areas = tags.map((tag) => [tag, placed.filter(({ operation }) => operation.tags[0] === tag.name)] as const)
  const schemas = Object.entries(components.schemas).sort(([one], [other]) => (one < other ? -1 : 1))
  return pageOf({
    title: `${info.title} API`,
    style,
    script,
    body: markup`<a class="skip" href="#operations">Skip to the operations</a>
<header><h1>${info.title}</h1><p class="quiet">API, version ${info.version} · <a href="openapi.json">OpenAPI document</a><span id="server" hidden> · at <code></code></span><span id="signed" hidden> · <a href="#log-in"></a></span></p></header>
<nav aria-label="Operations">${search(placed.length)}<details class="index" open><summary>All operations</summary>${areas.map(([tag, each]) => linksOf(tag, each))}<h2><a href="#refusals">refusals of any request</a></h2><h2><a href="#schemas">schemas</a></h2></details></nav>
<main id="operations" tabindex="-1">
<p>${sentence(info.description ?? "")}</p>
${callerPanel}
<p class="panel" id="unscripted">Requests cannot be sent from here, because scripts are switched off. Everything can be read.</p>
${areas.map(([tag, each]) => areaOf(tag, each))}
${commonRefusals(placed.map(({ operation }) => operation))}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2><p>The objects of requests and answers.</p>
${schemas.map(([name, schema]) => namedSchema(name, schema))}</section>
</main>`,
  })
}
