import{S as a,T as b,U as c,V as d}from"./chunk-FJLNZLAO.js";import"./chunk-LCHWY57S.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
