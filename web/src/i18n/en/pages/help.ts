import { faq } from './faq.ts';
import { future } from './future.ts';
import { guide } from './guide.ts';
import { support } from './support.ts';

export const help = { faq, future, guide, support };
