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
  const isClipped = (element: Element, values: readonly string[]): boolean =>
    values.includes(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll('#VPContent *')) {
    const { right, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    if (right > clientWidth + 1) {
      let scroller: Element | null = element.parentElement;
      while (scroller && !isClipped(scroller, ['auto', 'scroll'])) scroller = scroller.parentElement;
      if (!scroller) found.push(`${element.tagName} reaches ${right - clientWidth} px outside`);
    }
    const isLonger = element.scrollWidth > element.clientWidth + 1 && !element.matches('.visually-hidden');
    if (isLonger && isClipped(element, ['hidden', 'clip'])) found.push(`${element.tagName} hides its end`);
  }
  return found;
}
