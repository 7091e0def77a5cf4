import { delayOptimization } from './cli/delay-optimization.ts';
import { runCommand } from './cli/run-command.ts';

delayOptimization();
process.exitCode = await runCommand(process.argv.slice(2));
