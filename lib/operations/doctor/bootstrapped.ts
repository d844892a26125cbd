import { homeRegion } from '#lib/stage.ts';
import { CloudStacks } from '../cloud-stack.ts';
import { type Check, missing, ok } from './check.ts';

const toolkitStack = 'CDKToolkit';

export const bootstrapped: Check = {
  name: 'account',
  async look() {
    const stack = await new CloudStacks(homeRegion).find(toolkitStack);
    return stack && !stack.hasFailedAtFirst
      ? ok(`The account is bootstrapped in ${homeRegion}.`)
      : missing(
          `The account is not bootstrapped in ${homeRegion}.`,
          `npm run build && npx cdk bootstrap aws://ACCOUNT/${homeRegion}`,
        );
  },
};
