import { delayOptimization } from './commands/delay-optimization.ts';
import { runCommand } from './commands/run-command.ts';

delayOptimization();
process.exitCode = await runCommand(process.argv.slice(2));
