import { ANSWERS } from './animals/answers.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('answers', ANSWERS);
