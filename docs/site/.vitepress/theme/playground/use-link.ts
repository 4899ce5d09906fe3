import { computed, onMounted, onUnmounted, reactive, ref, watch } from 'vue';
import { readLink, type TabName, type TabState, writeLink } from './link.ts';
import type { Samples } from './edition.ts';

/** A text that the page shows about its link. */
export type Notice = 'copied' | 'notCopied' | 'tooLong' | 'badLink';

/** Time without typing before the address changes. */
const pauseMs = 400;

type States = { readonly [Name in TabName]: TabState<Name> };

/** The selected tab and the texts of all tabs, restored from the address and written to it. */
export function useLink(samples: Samples) {
  const tab = ref<TabName>('answer');
  const states = reactive<States>(firstStates(samples));
  const notice = ref<Notice | null>(null);
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isMounted = false;

  /** The index of the sample that the tab shows, -1 for another text. */
  const sampleOf = computed(() =>
    samples[tab.value].findIndex(
      ({ state }) => JSON.stringify(state) === JSON.stringify(states[tab.value]),
    ),
  );

  function chooseSample(index: string): void {
    const sample = samples[tab.value][Number(index)];
    if (sample !== undefined) Object.assign(states[tab.value], sample.state);
  }

  /** Writes the address; returns false when the texts are too long for it. */
  async function writeAddress(): Promise<boolean> {
    clearTimeout(pause);
    const state = sampleOf.value === 0 ? null : states[tab.value];
    const fragment = await writeLink(tab.value, state);
    // The router of the site keeps its own entry in `history.state`.
    if (isMounted) history.replaceState(history.state, '', fragment ?? `#${tab.value}`);
    return fragment !== null;
  }

  async function readAddress(): Promise<void> {
    const link = await readLink(location.hash);
    if (link.status === 'invalid') notice.value = 'badLink';
    if (link.status !== 'read') return;
    tab.value = link.tab;
    if (link.state !== null) Object.assign(states[link.tab], link.state);
  }

  const onHashChange = (): void => void readAddress();

  async function copyLink(): Promise<void> {
    if (!(await writeAddress())) {
      notice.value = 'tooLong';
      return;
    }
    notice.value = await navigator.clipboard.writeText(location.href).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    );
  }

  onMounted(async () => {
    isMounted = true;
    addEventListener('hashchange', onHashChange);
    await readAddress();
    watch([tab, states], () => {
      notice.value = null;
      clearTimeout(pause);
      pause = setTimeout(() => void writeAddress(), pauseMs);
    });
  });
  onUnmounted(() => {
    isMounted = false;
    clearTimeout(pause);
    removeEventListener('hashchange', onHashChange);
  });

  return { tab, states, sampleOf, chooseSample, notice, copyLink };
}

function firstStates({ answer, rule, terms, plan }: Samples): States {
  return {
    answer: { ...answer[0].state },
    rule: { ...rule[0].state },
    terms: { ...terms[0].state },
    plan: { ...plan[0].state },
  };
}
