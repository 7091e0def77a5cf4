import type { InputOptions, OutputOptions } from 'rolldown';

declare const config: InputOptions & { output: OutputOptions };
export default config;
