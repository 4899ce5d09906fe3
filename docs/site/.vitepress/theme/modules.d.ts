declare module '*.css';

/** The bundled runner of the Rule tab, made by `.vitepress/rule-runner.ts`. */
declare module 'virtual:rule-runner' {
  const script: string;
  export default script;
}
