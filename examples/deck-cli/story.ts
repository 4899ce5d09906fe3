import { tellStory } from './src/tell-story.ts';

const kept = await tellStory('ja', (line) => console.log(line));
process.exitCode = kept ? 0 : 1;
