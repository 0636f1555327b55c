/* What is in sight: wholly in the window, without scrolling, and not covered. */

/** What people say, and the line to say something. */
export const CHAT = ['#say', '.list'];

/** Those of these elements that, without scrolling, are not wholly in the window or are covered. */
export const outOfSight = (page, selectors) =>
  page.evaluate((wanted) => {
    const troubles = [];
    scrollTo(0, 0);
    for (const selector of wanted) {
      const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
      if (all.length === 0) troubles.push(`${selector}: there is none`);
      for (const one of all) {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const box = [left, top, right, bottom].map(Math.round).join(' ');
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) troubles.push(`${selector}: outside, ${box}`);
        else {
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!hit || !(one.contains(hit) || hit.contains(one)))
            troubles.push(`${selector}: at ${box} under ${hit?.outerHTML.slice(0, 80)}`);
        }
      }
    }
    return troubles;
  }, selectors);
