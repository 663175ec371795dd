/** Elements of a page, by selectors that must find something. */

/** The first element that the selector finds. That there is none is an error of this page. */
export const one = <Found extends HTMLElement = HTMLElement>(
  within: ParentNode,
  selector: string,
  kind?: new () => Found,
): Found => {
  const found = within.querySelector(selector)
  if (found instanceof (kind ?? HTMLElement)) return found as Found
  throw new Error(`the page has no ${selector}`)
}
