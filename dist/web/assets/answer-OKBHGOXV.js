import{X as a,Y as b,Z as c,_ as d}from"./chunk-H4JV5XZ6.js";import"./chunk-KSMGGWLR.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
