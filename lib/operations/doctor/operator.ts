import { missingOfOperator } from '#lib/missing-values.ts';
import { stageFileName } from '#lib/stage-file.ts';
import { type Check, cannotTell, deployCommand, missing, ok } from './check.ts';

/** Pages and mails name who runs the service: the law asks for it, and people have somebody to write to. */
export const operator: Check = {
  name: 'operator',
  async look({ stage, stageFile }) {
    const wrong = missingOfOperator(stageFile);
    const named = stageFile.settings.OPERATOR;
    if (wrong.length === 0 && named) return ok(`Pages and mails name ${named.name} (${named.supportMail}).`);
    const sentence = `${stageFileName(stage)} does not say who runs this stage: ${wrong.join('; ')}.`;
    return stage === 'prod' ? missing(sentence, deployCommand(stage)) : cannotTell(sentence);
  },
};
