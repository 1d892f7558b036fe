/**
 * Runs in the page: returns what a reader cannot see, or reach by scrolling a table or a code block. Each entry is an
 * element and how far it reaches out of the window.
 */
export function findClipped(): string[] {
  const { clientWidth } = document.documentElement;
  const found: string[] = [];
  if (document.documentElement.scrollWidth > clientWidth) {
    found.push(`page: ${document.documentElement.scrollWidth} of ${clientWidth} px`);
  }
  const scrolls = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll('#VPContent *')) {
    const { right, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    let scroller: Element | null = element.parentElement;
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
    if (right > clientWidth + 1 && !scroller)
      found.push(`${element.tagName} ${right - clientWidth} px outside`);
    const { overflowX } = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(overflowX) && !element.matches('.visually-hidden');
    if (hides && element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.tagName} hides its end`);
  }
  return found;
}
