// Prints the first contentful paint of five pages of the built site on loopback, the median of several loads. Exits
// with 1 above the bar. Run it on a quiet machine: `pnpm docs:build && pnpm docs:timing`.
import { hasChromium } from '@kanmon/test-support/browser';
import { openSite } from './open-site.ts';

const pages = ['/', '/guide/first-gate', '/reference/errors', '/playground', '/ja/playground'];
const loads = 5;
const barMs = 1000;

if (hasChromium) {
  const site = await openSite();
  for (const path of pages) {
    const paints: number[] = [];
    for (let load = 0; load < loads; load += 1) {
      const page = await site.open(path);
      const paint: number = await page.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      })`);
      paints.push(paint);
      await page.context().close();
    }
    const median =
      paints.toSorted((left, right) => left - right)[Math.floor(loads / 2)] ?? Infinity;
    const isFast = median < barMs;
    console.log(
      `${isFast ? 'ok  ' : 'FAIL'} ${path}: first content after ${Math.round(median)} ms`,
    );
    if (!isFast) process.exitCode = 1;
  }
  await site.close();
}
