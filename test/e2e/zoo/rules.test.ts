import { RULES } from './animals/rules.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('rules', RULES);
