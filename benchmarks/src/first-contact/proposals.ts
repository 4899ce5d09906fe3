import { advisorPhrases, findForbidden, organizerPhrases } from '@kanmon/proposal-quality';
import { readRounds, share, yesOrNo } from './rounds.ts';

interface SentenceCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  /** O may not order, A may not judge. */
  readonly role: 'O' | 'A';
  readonly text: string;
  readonly oversteps: boolean;
  readonly why: string;
}

/** Every round of sentences: how often the phrase rules see that a role oversteps, and nothing else. */
export function proposalRounds() {
  return readRounds<SentenceCase>('proposal-quality', 'proposals').map(({ name, cases }) => {
    const judged = cases.map((of) => ({
      of,
      got: findForbidden(of.text, of.role === 'O' ? organizerPhrases : advisorPhrases).length > 0,
    }));
    const ofLanguage = (lang: 'ja' | 'en') => {
      const chosen = judged.filter(({ of }) => of.lang === lang);
      const { precision, recall } = yesOrNo(chosen.map(({ of, got }) => [of.oversteps, got]));
      return { right: share(chosen, ({ of, got }) => of.oversteps === got), precision, recall };
    };
    return {
      round: name,
      cases: cases.length,
      ja: ofLanguage('ja'),
      en: ofLanguage('en'),
      wrong: judged
        .filter(({ of, got }) => of.oversteps !== got)
        .map(({ of }) => ({ id: of.id, role: of.role, oversteps: of.oversteps, text: of.text })),
    };
  });
}
