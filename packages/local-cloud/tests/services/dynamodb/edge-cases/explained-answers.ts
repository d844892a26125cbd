/** Where DynamoDB Local answers otherwise than DynamoDB, and we keep to DynamoDB. */
export const explainedAnswers: Readonly<Record<string, string>> = {
  'goes on at the end of its range':
    'DynamoDB gives the last key of a full page back, also at the end of the range, and goes on after it; DynamoDB Local never gives that key and refuses it.',
  'counts from nothing in a transaction':
    'DynamoDB cancels the transaction and says ValidationError among the reasons; DynamoDB Local refuses the request as a whole.',
};
