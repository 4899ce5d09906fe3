import { describe, expect, it } from 'vitest';
import { mutateReport } from '@kanmon/core/testing';

const report = {
  title: 'Plan',
  options: [
    { id: 'o1', label: 'First', score: 1 },
    { id: 'o2', label: 'Second', score: 2 },
  ],
  note: null,
};

function listed(plan: Parameters<typeof mutateReport>[1]): readonly string[] {
  return mutateReport(report, plan).map(({ kind, path }) => `${kind} ${path}`);
}

describe('mutateReport', () => {
  it('breaks required members in every way, in document order', () => {
    expect(
      listed({ required: ['/options/*/label', '/title', '/note', '/options/*/score'] }),
    ).toEqual([
      'missing /title',
      'null /title',
      'blank /title',
      'wrong-type /title',
      ...[0, 1].flatMap((index) => [
        `missing /options/${index}/label`,
        `null /options/${index}/label`,
        `blank /options/${index}/label`,
        `wrong-type /options/${index}/label`,
        `missing /options/${index}/score`,
        `null /options/${index}/score`,
        `wrong-type /options/${index}/score`,
      ]),
      'missing /note',
    ]);
  });

  it('changes one place only, and not the value it was given', () => {
    const before = structuredClone(report);
    const [missing, , , wrongType] = mutateReport(report, { required: ['/title'] });
    expect(missing?.value).toEqual({ options: report.options, note: null });
    expect(wrongType?.value).toEqual({ ...report, title: 0 });
    expect(report).toEqual(before);
  });

  it('puts in ids that occur nowhere in the value', () => {
    const taken = { a: { id: 'unknown-id' }, b: { id: 7 } };
    const mutants = mutateReport(taken, { ids: ['/*/id'] });
    expect(mutants.map(({ value }) => value)).toEqual([
      { a: { id: 'unknown-id-x' }, b: { id: 7 } },
      { a: { id: 'unknown-id' }, b: { id: Number.MAX_SAFE_INTEGER } },
    ]);
  });

  it('puts phrases into texts', () => {
    const plan = { phrases: [{ phrase: '必ず', at: ['/title', '/options/**', '/note'] }] };
    expect(listed(plan)).toHaveLength(5);
    expect(mutateReport(report, plan)[0]?.value).toHaveProperty('title', 'Plan 必ず');
  });

  it('shortens lists and puts null into them', () => {
    expect(listed({ minItems: [{ at: '/options', count: 2 }] })).toEqual([
      'too-few /options',
      'null-element /options/0',
      'null-element /options/1',
    ]);
    const [short] = mutateReport(report, { minItems: [{ at: '/options', count: 1 }] });
    expect(short?.value).toHaveProperty('options', []);
    expect(listed({ minItems: [{ at: '/options', count: 3 }] })).not.toContain('too-few /options');
  });

  it('takes the same mutant once, however many patterns ask for it', () => {
    const plan = {
      required: ['/options/*', '/options/0', '/**'],
      minItems: [
        { at: '/options', count: 1 },
        { at: '/*', count: 1 },
      ],
    };
    const mutants = listed(plan);
    expect(new Set(mutants).size).toBe(mutants.length);
    expect(mutants).toContain('null-element /options/1');
    expect(mutants).toContain('wrong-type ');
    expect(mutants).not.toContain('missing /options/0');
  });
});
