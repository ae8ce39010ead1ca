import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function renderRows(rows,column,paint){return rows.flatMap(([name,values])=>values.map((value,at)=>`${at===0?paint.dim(name.padEnd(column)):" ".repeat(column)}${value}`))}__name(renderRows,"renderRows");export{renderRows};
