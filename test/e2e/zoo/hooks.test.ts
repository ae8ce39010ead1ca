import { HOOKS } from './animals/hooks.ts';
import { keepAnimals } from './keepAnimals.ts';

keepAnimals('hooks', HOOKS);
