import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTexts } from '../../src/diff/hierarchical-diff.ts';
import { createStepMeter } from '../../src/diff/step-meter.ts';
import { createAnchor, createRemapper } from '../../src/index.ts';
import { applyFixDiff, createFixDiff } from '../../src/manuscript.ts';
import { syntheticRevisions } from '../../src/testing.ts';
import { splitsPair } from '../../src/text/text-range.ts';

const piece = fc.constantFrom(
  'あ',
  'い',
  '。',
  '\n',
  '「',
  '」',
  '🙂',
  '𠮷',
  'a',
  ' ',
  'b.',
  '\r\n',
  '\ud83d',
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

function anchorsOf(content: string) {
  const anchors = [];
  for (let start = 0; start < content.length; start += 3) {
    const end = Math.min(content.length, start + 4);
    if (splitsPair(content, start) || splitsPair(content, end)) continue;
    anchors.push(createAnchor(content, { start, end }));
  }
  return anchors;
}

describe('diffTexts', () => {
  it('gives runs that are equal, ascending and disjoint in both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        let oldEnd = 0;
        let newEnd = 0;
        for (const { oldStart, newStart, length } of diffTexts(before, after, createStepMeter(1e7))
          .runs) {
          expect(oldStart).toBeGreaterThanOrEqual(oldEnd);
          expect(newStart).toBeGreaterThanOrEqual(newEnd);
          expect(after.slice(newStart, newStart + length)).toBe(
            before.slice(oldStart, oldStart + length),
          );
          oldEnd = oldStart + length;
          newEnd = newStart + length;
        }
        expect(oldEnd).toBeLessThanOrEqual(before.length);
        expect(newEnd).toBeLessThanOrEqual(after.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('createRemapper', () => {
  it('is the identity on equal texts', () => {
    fc.assert(
      fc.property(text, (content) => {
        const anchors = anchorsOf(content);
        for (const [index, remap] of createRemapper(content, content).remapAll(anchors).entries()) {
          expect(remap).toMatchObject({
            status: 'mapped',
            delta: 0,
            similarity: 1,
            range: anchors[index]?.range,
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never splits a pair, keeps order and gives remapAll as remap one by one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const anchors = anchorsOf(before);
        const remapper = createRemapper(before, after);
        const together = createRemapper(before, after).remapAll(anchors);
        expect(anchors.map((anchor) => remapper.remap(anchor))).toEqual(together);
        let last = 0;
        for (const remap of together) {
          if (remap.status !== 'mapped') continue;
          const { start, end } = remap.range;
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(after.length);
          expect(splitsPair(after, start) || splitsPair(after, end)).toBe(false);
          if (remap.method !== 'diff') continue;
          expect(start).toBeGreaterThanOrEqual(last);
          last = start;
        }
      }),
      { numRuns: 150 },
    );
  });

  it('maps an untouched place through random insertions and deletions around it', () => {
    fc.assert(
      fc.property(text, text, text, text, (head, tail, newHead, newTail) => {
        const own = '\nここだけは決して変わらない一行である。\n';
        const before = head + own + tail;
        const after = newHead + own + newTail;
        const start = head.length + 1;
        const anchor = createAnchor(before, { start, end: start + own.length - 2 });
        const remap = createRemapper(before, after).remap(anchor);
        expect(remap).toMatchObject({
          status: 'mapped',
          range: { start: newHead.length + 1, end: newHead.length + own.length - 1 },
        });
      }),
      { numRuns: 200 },
    );
  });

  it.each(['ja', 'en'] as const)(
    'is right about synthetic revisions with exact truth (%s)',
    (language) => {
      let correct = 0;
      let silentlyWrong = 0;
      let total = 0;
      for (const { oldText, newText, places } of syntheticRevisions({
        seed: 5,
        count: 40,
        language,
      })) {
        const remapper = createRemapper(oldText, newText);
        for (const { truth, ...span } of places) {
          if (truth.kind === 'unclear') continue;
          total += 1;
          const remap = remapper.remap(createAnchor(oldText, span));
          const silent = remap.status === 'mapped' && remap.confidence >= 0.6;
          const right =
            truth.kind === 'deleted'
              ? remap.status === 'lost'
              : remap.status === 'mapped' &&
                Math.min(remap.range.end, truth.end) - Math.max(remap.range.start, truth.start) >=
                  0.5 *
                    (Math.max(remap.range.end, truth.end) -
                      Math.min(remap.range.start, truth.start));
          if (right) correct += 1;
          else if (silent) silentlyWrong += 1;
        }
      }
      expect(correct / total).toBeGreaterThanOrEqual(0.98);
      expect(silentlyWrong / total).toBeLessThanOrEqual(0.007);
    },
  );
});

describe('createFixDiff', () => {
  it('gives the new text back exactly, and nothing from another text', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { text: diff, diff_ref: ref } = createFixDiff(before, after);
        expect(applyFixDiff(before, diff)).toBe(after);
        expect(ref).toMatch(/^[0-9a-f]{64}$/u);
        expect(applyFixDiff(`${before}x`, diff)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
